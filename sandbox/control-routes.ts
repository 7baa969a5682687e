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
import { notFound } from './refusal';
import { JSON_TYPE, type Site } from './server';

const PREFIX = '/_sandbox';

/**
 * The control routes under /_sandbox. Calls to them need no token, have no limits and are not recorded, but must come
 * from this machine.
 */
export function controlRoutes(controls: Controls, dialect: Dialect): Site {
	/** What each route does with the body. A route that returns nothing replies `{ Response: true }`. */
	const routes: Record<string, (body: Buffer) => unknown> = {
		'GET /dialect': () => ({ dialect }),
		'GET /accounts': () => controls.accounts(),
		'GET /calls': () => controls.calls(),
		'DELETE /calls': () => controls.clearCalls(),
		'GET /faults': () => controls.pendingFaults(),
		'DELETE /faults': () => controls.clearFaults(),
		'POST /faults': taking(faultsSchema, (list) => controls.faults(list)),
		'POST /archive': taking(archiveSchema, (body) => controls.archive(body.SweepstakesToken, body.Archived)),
		'POST /groups': taking(groupSchema, (body) => controls.lockGroup(body.GroupToken, body.Locked)),
		'POST /tickets': taking(ticketSchema, (body) => controls.lockTicket(body.CaseNumber, body.Locked)),
		'POST /codes': taking(codeSchema, (body) => controls.voidCode(body.CouponToken)),
		'POST /invoices': taking(paymentSchema, (body) => controls.payInvoice(body.InvoiceToken, body.Manual)),
		'POST /suppressions': taking(suppressionSchema, (body) => controls.suppress(body)),
		'POST /survey-responses': taking(answerSchema, (body) => ({
			ResponseToken: controls.answerSurvey(body),
		})),
		'POST /survey-responses/complete': taking(completeSchema, (body) =>
			controls.completeResponse(body.ResponseToken),
		),
		'POST /winners': taking(winnerSchema, (body) =>
			controls.notifyWinner(body.SweepstakesToken, body.ParticipantToken, body.WasNotify),
		),
		'POST /participants': taking(participantSchema, (body) => controls.placeParticipant(body)),
		'POST /participants/fill': taking(fillSchema, (body) => controls.fill(body.SweepstakesToken, body.count)),
		'POST /campaigns': taking(campaignSchema, (body) => ({ CampaignToken: controls.addCampaign(body) })),
		'POST /drips': taking(dripSchema, (body) => ({ DripToken: controls.addDrip(body) })),
		'POST /clock': taking(advanceSchema, ({ advanceMs }) => {
			controls.advance(advanceMs);
			return { now: controls.now() };
		}),
	};
	return (received) => {
		const { method, path } = received;
		if (!path.startsWith(`${PREFIX}/`)) return undefined;
		return () => {
			const route = routes[`${method} ${path.slice(PREFIX.length)}`];
			if (!route) throw notFound('Control route');
			const reply = route(received.body) ?? { Response: true };
			return { status: 200, headers: JSON_TYPE, text: JSON.stringify(reply) };
		};
	};
}

function taking<Schema extends z.ZodTypeAny>(schema: Schema, act: (body: z.output<Schema>) => unknown) {
	return (body: Buffer): unknown => {
		const text = utf8(body);
		return act(schema.parse(text === undefined ? undefined : parseJson(text)));
	};
}
