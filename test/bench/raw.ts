import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

import type { Service } from './service';

export interface RawOptions {
	path: '/participants/add' | '/participants/count';
	/** The path of the certificate to trust, for https. */
	ca?: string;
}

/** Makes calls in the fastest possible way: with undici alone, one after another, each over a new connection. */
export class RawClient {
	private readonly dispatcher: Agent;

	constructor(
		private readonly service: Service,
		private readonly baseUrl: string,
		private readonly options: RawOptions,
	) {
		const { ca } = options;
		this.dispatcher = new Agent({ connections: 1, connect: ca ? { ca: readFileSync(ca) } : {} });
	}

	/** @returns the average duration of a call in ms */
	async callMs(bodies: object[]): Promise<number> {
		const started = performance.now();
		for (const body of bodies) await this.call(body);
		return (performance.now() - started) / bodies.length;
	}

	async close(): Promise<void> {
		await this.dispatcher.close();
	}

	private async call(body: object): Promise<void> {
		const { path } = this.options;
		const answer = await request(this.baseUrl + path, {
			dispatcher: this.dispatcher,
			method: 'POST',
			headers: { authorization: `Bearer ${this.service.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
			reset: true,
		});
		await answer.body.json();
		if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
	}
}
