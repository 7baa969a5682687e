import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRefusal } from '../control-routes';
import { forbidden, invalid } from '../refusal';
import { findTarget } from '../target';
import { refuseStrangers } from '../strangers';
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
function refuseOtherOrigin({ headers }: FastifyRequest): void {
	const { host, origin } = headers;
	if (origin !== undefined && origin !== `http://${host}`)
		throw forbidden('Only for this page: Origin must be the sandbox itself.');
}

/**
 * The pages for people: the overview at `/`, the invoice page behind PublicLink, and files at their temporary
 * addresses.
 */
export async function pages(app: FastifyInstance): Promise<void> {
	app.addHook('onRequest', async (request, reply) => {
		refuseStrangers(request);
		refuseOtherOrigin(request);
		void reply.type('text/html; charset=utf-8').headers(ONLY_FOR_ITSELF);
	});
	app.setErrorHandler((error, _request, reply) => answerRefusal(error, reply));

	app.get('/', async (request) => {
		const { controls, token, dialect } = findTarget(request);
		return overviewPage({
			baseUrl: `http://${request.host}`,
			token,
			dialect,
			now: controls.now(),
			accounts: controls.accounts(),
			windows: controls.windows(),
			calls: controls.calls(CALLS_SHOWN).reverse(),
		});
	});
	app.get<{ Querystring: { t?: unknown } }>('/invoice', async (request) =>
		invoicePage(findTarget(request).controls.openInvoice(request.query.t)),
	);
	// Storage services refuse a request that has two kinds of authorization, so this route refuses it, too.
	app.get<{ Params: { link: string } }>('/storage/:link/:name', async (request, reply) => {
		if (request.headers.authorization !== undefined)
			throw invalid('The address is signed: send no Authorization header.');
		const { file, mode } = findTarget(request).controls.openFile(request.params.link);
		const disposition = `${mode === 'download' ? 'attachment' : 'inline'}; filename="${file.Filename}"`;
		return (
			reply
				.type(file.MimeType)
				.header('content-disposition', disposition)
				// An SVG image from a stranger could otherwise run a script that reads the token and uses the control routes.
				.header('content-security-policy', 'sandbox')
				.send(Buffer.from(file.content, 'base64'))
		);
	});
}
