import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
	advanceSchema,
	answerSchema,
	archiveSchema,
	campaignSchema,
	codeSchema,
	dripSchema,
	completeSchema,
	fillSchema,
	groupSchema,
	participantSchema,
	paymentSchema,
	suppressionSchema,
	ticketSchema,
	winnerSchema,
	type Controls,
} from './controls';
import { faultsSchema } from './faults';
import { parseJson, utf8 } from './json';
import { asRefusal, notFound } from './refusal';
import { findTarget } from './target';
import { refuseStrangers } from './strangers';

const DONE = { Response: true };

/**
 * The control routes under /_sandbox. Calls to them need no token, have no limits and are not recorded, but must come
 * from this machine. A route that returns nothing replies `DONE`.
 */
export async function controlRoutes(app: FastifyInstance): Promise<void> {
	app.addHook('onRequest', async (request) => refuseStrangers(request));
	app.setErrorHandler((error, _request, reply) => answerRefusal(error, reply));

	const add = (method: 'GET' | 'DELETE', url: string, act: (controls: Controls) => unknown) =>
		app.route({ method, url, handler: async (request) => act(findTarget(request).controls) ?? DONE });
	const post = <Schema extends z.ZodTypeAny>(
		url: string,
		schema: Schema,
		act: (controls: Controls, body: z.output<Schema>) => unknown,
	) => app.post(url, async (request) => act(findTarget(request).controls, readBody(request, schema)) ?? DONE);

	app.get('/dialect', async (request) => ({ dialect: findTarget(request).dialect }));
	add('GET', '/accounts', (controls) => controls.accounts());
	add('GET', '/calls', (controls) => controls.calls());
	add('DELETE', '/calls', (controls) => controls.clearCalls());
	add('GET', '/faults', (controls) => controls.pendingFaults());
	add('DELETE', '/faults', (controls) => controls.clearFaults());
	post('/faults', faultsSchema, (controls, list) => controls.faults(list));
	post('/archive', archiveSchema, (controls, body) => controls.archive(body.SweepstakesToken, body.Archived));
	post('/groups', groupSchema, (controls, body) => controls.lockGroup(body.GroupToken, body.Locked));
	post('/tickets', ticketSchema, (controls, body) => controls.lockTicket(body.CaseNumber, body.Locked));
	post('/codes', codeSchema, (controls, body) => controls.voidCode(body.CouponToken));
	post('/invoices', paymentSchema, (controls, body) => controls.payInvoice(body.InvoiceToken, body.Manual));
	post('/suppressions', suppressionSchema, (controls, body) => controls.suppress(body));
	post('/survey-responses', answerSchema, (controls, body) => ({
		ResponseToken: controls.answerSurvey(body),
	}));
	post('/survey-responses/complete', completeSchema, (controls, body) =>
		controls.completeResponse(body.ResponseToken),
	);
	post('/winners', winnerSchema, (controls, body) =>
		controls.notifyWinner(body.SweepstakesToken, body.ParticipantToken, body.WasNotify),
	);
	post('/participants', participantSchema, (controls, body) => controls.placeParticipant(body));
	post('/participants/fill', fillSchema, (controls, body) =>
		controls.fill(body.SweepstakesToken, body.count),
	);
	post('/campaigns', campaignSchema, (controls, body) => ({ CampaignToken: controls.addCampaign(body) }));
	post('/drips', dripSchema, (controls, body) => ({ DripToken: controls.addDrip(body) }));
	post('/clock', advanceSchema, (controls, { advanceMs }) => {
		controls.advance(advanceMs);
		return { now: controls.now() };
	});
	app.all('/*', async () => {
		throw notFound('Control route');
	});
}

export function answerRefusal(cause: unknown, reply: FastifyReply): FastifyReply {
	const refusal = asRefusal(cause);
	return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.envelope());
}

function readBody<Schema extends z.ZodTypeAny>(request: FastifyRequest, schema: Schema): z.output<Schema> {
	const text = Buffer.isBuffer(request.body) ? utf8(request.body) : undefined;
	return schema.parse(text === undefined ? undefined : parseJson(text));
}
