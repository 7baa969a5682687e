import type { IncomingHttpHeaders } from 'node:http';
import type { Controls } from '../controls';
import type { Dialect } from '../dialect';
import { forbidden, invalid } from '../refusal';
import type { Content, Received, Site } from '../server';
import { invoicePage } from './invoice';
import { overviewPage } from './overview';

const CALLS_SHOWN = 50;

/** The overview shows the token, so no other page may read, embed or frame it, not even one of another local server. */
const ONLY_FOR_ITSELF = {
	'cache-control': 'no-store',
	'content-security-policy': "frame-ancestors 'none'",
	'cross-origin-resource-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/** @throws Refusal 403 if a page of another origin makes the call. A browser sends no Origin for a page’s own GET. */
function refuseOtherOrigin({ host, origin }: IncomingHttpHeaders): void {
	if (origin !== undefined && origin !== `http://${host}`)
		throw forbidden('Only for this page: Origin must be the sandbox itself.');
}

/**
 * The pages for people: the overview at `/`, the invoice page behind PublicLink, and files at their temporary
 * addresses.
 */
export function pages(controls: Controls, token: string, dialect: Dialect): Site {
	const overview = ({ headers }: Received) =>
		page(
			overviewPage({
				baseUrl: `http://${headers.host}`,
				token,
				dialect,
				now: controls.now(),
				accounts: controls.accounts(),
				windows: controls.windows(),
				calls: controls.calls(CALLS_SHOWN).reverse(),
			}),
		);
	const invoice = ({ query }: Received) => page(invoicePage(controls.openInvoice(query.t)));
	const file = ({ headers }: Received, link: string): Content => {
		// Storage services refuse a request that has two kinds of authorization, so this route refuses it, too.
		if (headers.authorization !== undefined)
			throw invalid('The address is signed: send no Authorization header.');
		const { file, mode } = controls.openFile(link);
		const disposition = `${mode === 'download' ? 'attachment' : 'inline'}; filename="${file.Filename}"`;
		return {
			status: 200,
			headers: {
				...ONLY_FOR_ITSELF,
				'content-type': file.MimeType,
				'content-disposition': disposition,
				// An SVG image from a stranger could otherwise run a script that reads the token and uses the control routes.
				'content-security-policy': 'sandbox',
			},
			text: Buffer.from(file.content, 'base64'),
		};
	};
	const pageAt = (path: string): ((received: Received) => Content) | undefined => {
		if (path === '/') return overview;
		if (path === '/invoice') return invoice;
		const link = /^\/storage\/([^/]+)\/[^/]+$/.exec(path)?.[1];
		return link === undefined ? undefined : (received) => file(received, link);
	};
	return (received) => {
		const found = ['GET', 'HEAD'].includes(received.method) && pageAt(received.path);
		if (!found) return undefined;
		return () => {
			refuseOtherOrigin(received.headers);
			return found(received);
		};
	};
}

function page(text: string): Content {
	const headers = { ...ONLY_FOR_ITSELF, 'content-type': 'text/html; charset=utf-8' };
	return { status: 200, headers, text };
}
