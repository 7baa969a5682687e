import type { IDataObject } from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/n8n';
import type { Certificate } from './certificate';
import { openLink, whyNoLink } from './link';
import { RawClient } from './raw';
import { atMost, ms, type PartReport } from './report';
import { startService, UNLIMITED, type Service } from './service';
import {
	bearerCredential,
	createChain,
	createLoop,
	httpRequestNode,
	ourCredential,
	participantNode,
	runToEnd,
	getSpan,
} from './workflows';

export interface PerCallOptions {
	/** How many calls to make one after another for each way. */
	calls: number;
	/** The number of rounds. The ways take turns within each round, so that the machine's load affects all of them. */
	rounds: number;
	/** The certificate of the service. n8n trusts it through NODE_EXTRA_CA_CERTS. */
	certificate: Certificate;
}

const PROTOCOLS = ['http', 'TLS'] as const;
const WAYS = ['request', 'ours', 'raw'] as const;
type Way = (typeof WAYS)[number];

/** The duration of one call in ms, for each way, over one protocol at one round-trip time. */
interface Place {
	roundTripMs: number;
	protocol: (typeof PROTOCOLS)[number];
	callMs: Record<Way, number>;
}

export interface PerCallResult {
	places: Place[];
	/** Why only a round-trip time of 0 could be measured. */
	noLink?: string;
}

export async function measurePerCall(n8n: RunningN8n, options: PerCallOptions): Promise<PerCallResult> {
	const { certificate } = options;
	const near = await startService({ callsPerMinute: UNLIMITED, certificate });
	const places = await measureAt(n8n, near, 0, options).finally(() => near.close());
	const noLink = await whyNoLink();
	if (noLink) return { places, noLink };

	const far = await startService({ callsPerMinute: UNLIMITED, certificate, isFar: true });
	const link = await openLink(far.pid);
	try {
		for (const roundTripMs of [30, 80]) {
			link.setRoundTrip(roundTripMs);
			places.push(...(await measureAt(n8n, far, roundTripMs, options)));
		}
	} finally {
		await link.close();
		await far.close();
	}
	return { places };
}

async function measureAt(
	n8n: RunningN8n,
	service: Service,
	roundTripMs: number,
	options: PerCallOptions,
): Promise<Place[]> {
	const places: Place[] = [];
	for (const protocol of PROTOCOLS) {
		const ways = await createWays(n8n, service, protocol, options);
		const callMs = { request: 0, ours: 0, raw: 0 };
		// The first run of each way only warms up.
		for (let round = 0; round <= options.rounds; round++) {
			for (const way of WAYS) {
				const spent = await ways[way]();
				if (round > 0) callMs[way] += spent / options.rounds;
			}
		}
		places.push({ roundTripMs, protocol, callMs });
	}
	return places;
}

/**
 * Returns a function for each way. The function makes one round's calls and returns how long a call took on average, in
 * ms.
 */
async function createWays(
	n8n: RunningN8n,
	service: Service,
	protocol: Place['protocol'],
	{ calls, rounds, certificate }: PerCallOptions,
): Promise<Record<Way, () => Promise<number>>> {
	const count = calls / rounds;
	const rows: IDataObject[] = Array.from({ length: count }, (_, n) => ({ n }));
	const baseUrl = protocol === 'TLS' ? service.tlsUrl : service.baseUrl;
	const body = { SweepstakesToken: service.sweepstakesToken };
	const running = (workflowId: string) => async () => getSpan(await runToEnd(n8n, workflowId)) / count;
	const credential = await ourCredential(n8n, service, baseUrl, 0);
	const ours = participantNode(service, credential, { operation: 'count' });
	const request = httpRequestNode(
		`${baseUrl}/participants/count`,
		await bearerCredential(n8n, service),
		JSON.stringify(body),
	);
	const ca = protocol === 'TLS' ? certificate.cert : undefined;
	const raw = new RawClient(service, baseUrl, { path: '/participants/count', ca });
	return {
		request: running(await createLoop(n8n, rows, request)),
		ours: running(await createChain(n8n, rows, ours)),
		raw: async () => await raw.callMs(Array(count).fill(body)),
	};
}

/** Returns how much longer a call takes than with undici alone over a new connection, in ms. */
const overhead = ({ callMs }: Place, way: 'request' | 'ours') => callMs[way] - callMs.raw;

export function perCallReport(
	{ places, noLink }: PerCallResult,
	{ calls, rounds }: PerCallOptions,
): PartReport {
	const compared = places.map((place) => ({
		...place,
		name: `${place.roundTripMs} ms, ${place.protocol}`,
		overheads: overhead(place, 'ours') / overhead(place, 'request'),
	}));
	return {
		title: 'B. One call',
		how: `${calls} calls (Participant › Count) one after another, in ${rounds} rounds. The HTTP Request node runs in a loop, to wait for each response. “Overhead” is the time beyond undici’s.${noLink ? ` Only 0 ms was measured: ${noLink}.` : ''}`,
		table: {
			head: ['round trip', 'HTTP Request', 'our node', 'raw undici'],
			rows: compared.map(({ name, callMs }) => [name, ...WAYS.map((way) => ms(callMs[way]))]),
		},
		figures: [
			...compared.map(({ name, overheads }) =>
				atMost('B', `${name}: overhead of our node / HTTP Request`, overheads, 0.9),
			),
		],
	};
}
