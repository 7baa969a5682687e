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
import type { Dialect } from './dialect';
import { faultsSchema } from './faults';
import { parseJson, utf8 } from './json';
import { asRefusal, notFound } from './refusal';
import { refuseStrangers } from './strangers';

/**
 * The control routes under /_sandbox. Calls to them need no token, have no limits and are not recorded, but must come
 * from this machine.
 */
export function controlRoutes(controls: Controls, dialect: Dialect) {
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (request) => refuseStrangers(request));
		app.setErrorHandler((error, _request, reply) => answerRefusal(error, reply));

		const get = (path: string, read: () => unknown) => app.get(path, async () => read());
		const forget = (path: string, clear: () => void) => app.delete(path, async () => acknowledge(clear()));
		const post = <Schema extends z.ZodTypeAny>(
			path: string,
			schema: Schema,
			act: (body: z.output<Schema>) => void,
		) => app.post(path, async (request) => acknowledge(act(readBody(request, schema))));

		get('/dialect', () => ({ dialect }));
		get('/accounts', () => controls.accounts());
		get('/calls', () => controls.calls());
		forget('/calls', () => controls.clearCalls());
		get('/faults', () => controls.pendingFaults());
		forget('/faults', () => controls.clearFaults());
		post('/faults', faultsSchema, (list) => controls.faults(list));
		post('/archive', archiveSchema, (body) => controls.archive(body.SweepstakesToken, body.Archived));
		post('/groups', groupSchema, (body) => controls.lockGroup(body.GroupToken, body.Locked));
		post('/tickets', ticketSchema, (body) => controls.lockTicket(body.CaseNumber, body.Locked));
		post('/codes', codeSchema, (body) => controls.voidCode(body.CouponToken));
		post('/invoices', paymentSchema, (body) => controls.payInvoice(body.InvoiceToken, body.Manual));
		post('/suppressions', suppressionSchema, (body) => controls.suppress(body));
		app.post('/survey-responses', async (request) => ({
			ResponseToken: controls.answerSurvey(readBody(request, answerSchema)),
		}));
		post('/survey-responses/complete', completeSchema, (body) =>
			controls.completeResponse(body.ResponseToken),
		);
		post('/winners', winnerSchema, (body) =>
			controls.notifyWinner(body.SweepstakesToken, body.ParticipantToken, body.WasNotify),
		);
		post('/participants', participantSchema, (body) => controls.placeParticipant(body));
		post('/participants/fill', fillSchema, (body) => controls.fill(body.SweepstakesToken, body.count));
		app.post('/campaigns', async (request) => ({
			CampaignToken: controls.addCampaign(readBody(request, campaignSchema)),
		}));
		app.post('/drips', async (request) => ({ DripToken: controls.addDrip(readBody(request, dripSchema)) }));
		app.post('/clock', async (request) => {
			controls.advance(readBody(request, advanceSchema).advanceMs);
			return { now: controls.now() };
		});
		app.all('/*', async () => {
			throw notFound('Control route');
		});
	};
}

export function answerRefusal(cause: unknown, reply: FastifyReply): FastifyReply {
	const refusal = asRefusal(cause);
	return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.envelope());
}

function readBody<Schema extends z.ZodTypeAny>(request: FastifyRequest, schema: Schema): z.output<Schema> {
	const text = Buffer.isBuffer(request.body) ? utf8(request.body) : undefined;
	return schema.parse(text === undefined ? undefined : parseJson(text));
}

const acknowledge = (_nothing: void) => ({ Response: true });
