import type { BulkResult } from './bulk';
import { seconds } from './report';

const WIDTH = 900;
const LEFT = 20;
const LANE = 74;
const CURVE = 44;
const TOP = 40;
const TICK_S = 30;
/** Calls that are less than this many ms apart are drawn as one step. */
const STEP_MS = 100;

const COLOURS = {
	ground: '#ffffff',
	text: '#24292f',
	faint: '#d0d7de',
	taken: '#2da44e',
	refused: '#cf222e',
};

/** Draws an SVG chart of each way's calls over time: a curve of the rows added, and a red line for each refusal. */
export function drawPicture(results: BulkResult[], rows: number): string {
	const longestMs = Math.max(...results.flatMap(({ calls }) => calls.map(({ at }) => at)), 1);
	const spanMs = Math.ceil(longestMs / 1_000 / TICK_S) * TICK_S * 1_000;
	const x = (at: number) => (LEFT + (at / spanMs) * (WIDTH - 2 * LEFT)).toFixed(1);
	const height = TOP + results.length * LANE + 34;
	const ticks = Array.from({ length: spanMs / 1_000 / TICK_S + 1 }, (_, i) => i * TICK_S);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="${COLOURS.text}">`,
		`<title>${rows} participants added in each way: rows entered over time</title>`,
		`<rect width="${WIDTH}" height="${height}" fill="${COLOURS.ground}"/>`,
		`<text x="${LEFT}" y="22" font-weight="bold">${rows} participants added, in each way: rows entered (green), calls refused (red)</text>`,
		...ticks.map(
			(s) =>
				`<line x1="${x(s * 1_000)}" x2="${x(s * 1_000)}" y1="${TOP}" y2="${height - 28}" stroke="${COLOURS.faint}"/><text x="${x(s * 1_000)}" y="${height - 10}" text-anchor="middle">${s} s</text>`,
		),
		...results.flatMap((result, lane) => drawLane(result, rows, TOP + lane * LANE, x)),
		'</svg>',
		'',
	].join('\n');
}

function drawLane(result: BulkResult, rows: number, top: number, x: (at: number) => string): string[] {
	const ground = top + LANE - 8;
	const y = (entered: number) => (ground - (entered / rows) * CURVE).toFixed(1);
	const taken = countSteps(result, true);
	const curve = taken.map(([at, entered]) => `H${x(at)}V${y(entered)}`).join('');
	const end = x(Math.max(0, ...taken.map(([at]) => at)));
	const red = countSteps(result, false).map(([at]) => `M${x(at)} ${ground}v7`);
	const lost = result.lost > 0 ? `, ${result.lost} rows lost` : '';
	const words = `${result.way}: ${seconds(result.totalMs)}, ${result.refused} calls refused${lost}`;
	return [
		`<path d="M${x(0)} ${ground}${curve}V${ground}Z" fill="${COLOURS.taken}" fill-opacity="0.25" stroke="${COLOURS.taken}"/>`,
		`<path d="${red.join('')}" stroke="${COLOURS.refused}"/>`,
		`<line x1="${end}" x2="${x(0)}" y1="${ground}" y2="${ground}" stroke="${COLOURS.faint}"/>`,
		`<text x="${LEFT + 4}" y="${top + 14}">${words}</text>`,
	];
}

/** Returns the times at which calls were accepted (`taken`) or refused, each with the number of such calls so far. */
function countSteps({ calls }: BulkResult, taken: boolean): Array<[at: number, count: number]> {
	const steps = new Map<number, number>();
	let count = 0;
	for (const call of calls.filter((one) => one.taken === taken)) {
		steps.set(Math.round(call.at / STEP_MS) * STEP_MS, ++count);
	}
	return [...steps];
}
