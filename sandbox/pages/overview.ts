import type { RecordedCall } from '../calls';
import type { AccountCounters, RateWindow } from '../controls';
import type { Dialect } from '../dialect';
import { dateTime } from '../time/clock';
import { Html, toDocument, html } from './html';
import { rateWindow } from './rate-window';

/** The maximum number of characters of a body that the table shows. */
const BODY_LENGTH = 160;

/** A script that refreshes the live part of the page every second while the page is visible. */
const LIVE = new Html(`<script>
setInterval(async () => {
	if (document.hidden) return;
	const text = await fetch('/').then((answer) => answer.text(), () => undefined);
	const fresh = text && new DOMParser().parseFromString(text, 'text/html').querySelector('main');
	if (fresh) document.querySelector('main').replaceWith(fresh);
}, 1000);
</script>
<noscript><p class="dim">Reload the page to see the latest calls.</p></noscript>`);

const IN_WORDS: Record<Dialect, string> = {
	contract: 'it answers as the contract says and, where the contract is silent, as the reference says',
	reference: 'it answers as the reference says wherever the two texts differ',
};

/** Returns the page at `/`: connection details, rate windows, accounts and the last calls. */
export function overviewPage(shown: {
	baseUrl: string;
	token: string;
	dialect: Dialect;
	now: number;
	accounts: AccountCounters[];
	windows: RateWindow[];
	/** The calls, newest first. */
	calls: RecordedCall[];
}): string {
	return toDocument(
		'Sweepstakes sandbox',
		html`<h1>Sweepstakes sandbox</h1>
			<p>
				The documented Sweepstakes Management API v3 on this machine, with its rules, limits and errors.
				Nothing leaves the machine: no mail is sent, and nobody is charged.
			</p>
			<dl>
				<dt>Base URL</dt>
				<dd><code>${shown.baseUrl}</code></dd>
				<dt>API token</dt>
				<dd><code>${shown.token}</code></dd>
				<dt>Dialect</dt>
				<dd>${shown.dialect}: ${IN_WORDS[shown.dialect]}</dd>
				<dt>Try</dt>
				<dd>
					<code>curl -X POST ${shown.baseUrl}/account/plan -H "Authorization: Bearer ${shown.token}"</code>
				</dd>
			</dl>
			<main>
				<p class="dim">Its clock reads ${dateTime(shown.now)}.</p>
				<h2>Rate limit</h2>
				${shown.windows.map((window) => rateWindow(window, shown.now))}
				<h2>Accounts</h2>
				${accountsTable(shown.accounts)}
				<h2>Last calls</h2>
				${shown.calls.length === 0 ? html`<p class="dim">None so far.</p>` : callsTable(shown.calls)}
			</main>
			${LIVE}`,
	);
}

const number = (value: number) => value.toLocaleString('en-US');

function accountsTable(accounts: AccountCounters[]): Html {
	return html`<div class="scroll">
		<table>
			<tr>
				<th>Account</th>
				<th>Status</th>
				<th>Calls in this window</th>
				<th>Calls this month</th>
				<th>Sweepstakes</th>
				<th>Participants</th>
				<th>Invoices</th>
				<th>Score</th>
			</tr>
			${accounts.map(
				(account) =>
					html`<tr>
						<td><code>${account.UserToken.slice(0, 8)}</code></td>
						<td class="${account.status === 'active' ? 'good' : 'bad'}">${account.status}</td>
						<td>${number(account.callsInWindow)} of ${number(account.MaxApiCallsPerMinute)}</td>
						<td>${number(account.APICalls)} of ${number(account.MaxApiCallsAllowed)}</td>
						<td>${number(account.sweepstakes)}</td>
						<td>${number(account.participants)}</td>
						<td>${number(account.invoices)}</td>
						<td>${number(account.score)}</td>
					</tr> `,
			)}
		</table>
	</div>`;
}

function callsTable(calls: RecordedCall[]): Html {
	return html`<div class="scroll">
		<table>
			<tr>
				<th>Time</th>
				<th>Call</th>
				<th>Status</th>
				<th>Body</th>
			</tr>
			${calls.map(
				({ at, method, path, status, body }) =>
					html`<tr>
						<td>${dateTime(at).slice(11, 23)}</td>
						<td><code>${method} ${path}</code></td>
						<td class="${isSuccess(status) ? 'good' : 'bad'}">${status || 'no answer'}</td>
						<td class="body"><code>${excerpt(body)}</code></td>
					</tr> `,
			)}
		</table>
	</div>`;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function excerpt(body: unknown): string {
	const text = body === null ? '' : JSON.stringify(body);
	return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}
