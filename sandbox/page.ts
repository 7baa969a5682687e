import type { FastifyInstance } from 'fastify';
import { answerRefusal, refuseStrangers } from './control-routes';
import type { Controls } from './controls';

/** The page at `/` for people. */
export function page(controls: Controls, token: string) {
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onRequest', async (request) => refuseStrangers(request));
		app.setErrorHandler((error, _request, reply) => answerRefusal(error, reply));
		app.get('/', async (_request, reply) =>
			reply
				.type('text/html; charset=utf-8')
				.send(
					`<!doctype html><title>Sandbox</title><p>${token}</p><p>${controls.calls(20).length} calls</p>`,
				),
		);
	};
}
