import type { RateWindow } from '../controls';
import { html, type Html } from './html';

/** The number of bars: one per second of a minute. */
const BARS = 60;
const HEIGHT = 20;

/** The number of calls at which a bar fills the picture, unless another bar has even more calls. */
const MIN_FULL_BAR = 10;

/**
 * Shows an account's rate window: how many calls are in it, the time until its oldest call leaves, and when the calls
 * arrived.
 */
export function rateWindow(
	{ UserToken, limit, lengthMs, callsAt, refusedAt }: RateWindow,
	now: number,
): Html {
	const used = callsAt.length;
	const isFull = used >= limit;
	const length = `${lengthMs / 1_000} s`;
	return html`<div class="window">
		<p>
			<code>${UserToken.slice(0, 8)}</code>
			<strong>${number(used)} of ${number(limit)}</strong> calls in the last
			${length}${isFull ? html`, <span class="bad">the next is refused</span>` : ''}.
			${callsAt.length === 0 ? '' : `The oldest leaves in ${seconds(callsAt[0]! + lengthMs - now)}.`}
			${refusedAt.length === 0 ? '' : html`<span class="bad">${number(refusedAt.length)} refused.</span>`}
		</p>
		<div class="meter">
			<div class="${isFull ? 'full' : ''}" style="width: ${isFull ? 100 : (100 * used) / limit}%"></div>
		</div>
		${picture(countBars(callsAt, now, lengthMs), countBars(refusedAt, now, lengthMs))}
		<p class="dim ends"><span>${length} ago</span><span>now</span></p>
	</div>`;
}

/** The number of calls in each part of the window, oldest first. */
function countBars(arrivals: readonly number[], now: number, lengthMs: number): number[] {
	const bars = Array<number>(BARS).fill(0);
	for (const at of arrivals) {
		const ageInBars = Math.floor(((now - at) / lengthMs) * BARS);
		bars[BARS - 1 - ageInBars]! += 1;
	}
	return bars;
}

/** Draws the bars, with the refused calls on top of the accepted ones. */
function picture(calls: number[], refused: number[]): Html {
	const most = Math.max(MIN_FULL_BAR, ...calls.map((count, index) => count + refused[index]!));
	const bar = (kind: string, index: number, from: number, count: number) =>
		html`<rect
			class="${kind}"
			x="${index + 0.1}"
			y="${HEIGHT * (1 - (from + count) / most)}"
			width="0.8"
			height="${(HEIGHT * count) / most}"
		/>`;
	const bars = calls.flatMap((count, index) => [
		...(count > 0 ? [bar('calls', index, 0, count)] : []),
		...(refused[index]! > 0 ? [bar('refused', index, count, refused[index]!)] : []),
	]);
	return html`<svg viewBox="0 0 ${BARS} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
		${bars}
	</svg>`;
}

const number = (value: number) => value.toLocaleString('en-US');

const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1_000))} s`;
