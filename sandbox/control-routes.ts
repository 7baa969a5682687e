import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
	advanceSchema,
	archiveSchema,
	fillSchema,
	groupSchema,
	participantSchema,
	type Controls,
} from './controls';
import { faultsSchema } from './faults';
import { parseJson, utf8 } from './json';
import { asRefusal, notFound } from './refusal';
import { refuseStrangers } from './strangers';

/** The routes under /_sandbox, outside the API: no token, no limits, not recorded; only for this machine. */
export function controlRoutes(controls: Controls) {
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (request) => refuseStrangers(request));
		app.setErrorHandler((error, _request, reply) => answerRefusal(error, reply));

		app.get('/calls', async () => controls.calls());
		app.delete('/calls', async () => done(controls.clearCalls()));
		app.get('/faults', async () => controls.pendingFaults());
		app.post('/faults', async (request) => done(controls.faults(bodyOf(request, faultsSchema))));
		app.delete('/faults', async () => done(controls.clearFaults()));
		app.post('/clock', async (request) => {
			controls.advance(bodyOf(request, advanceSchema).advanceMs);
			return { now: controls.now() };
		});
		app.post('/archive', async (request) => {
			const { SweepstakesToken, Archived } = bodyOf(request, archiveSchema);
			return done(controls.archive(SweepstakesToken, Archived));
		});
		app.post('/participants', async (request) =>
			done(controls.placeParticipant(bodyOf(request, participantSchema))),
		);
		app.post('/participants/fill', async (request) => {
			const { SweepstakesToken, count } = bodyOf(request, fillSchema);
			return done(controls.fill(SweepstakesToken, count));
		});
		app.post('/groups', async (request) => {
			const { GroupToken, Locked } = bodyOf(request, groupSchema);
			return done(controls.lockGroup(GroupToken, Locked));
		});
		app.get('/accounts', async () => controls.accounts());
		app.all('/*', async () => {
			throw notFound('Control route');
		});
	};
}

export function answerRefusal(cause: unknown, reply: FastifyReply): FastifyReply {
	const refusal = asRefusal(cause);
	return reply.code(refusal.status).type('application/json; charset=utf-8').send(refusal.envelope());
}

function bodyOf<Schema extends z.ZodTypeAny>(request: FastifyRequest, schema: Schema): z.output<Schema> {
	const text = Buffer.isBuffer(request.body) ? utf8(request.body) : undefined;
	return schema.parse(text === undefined ? undefined : parseJson(text));
}

const done = (_nothing: void) => ({ Response: true });
