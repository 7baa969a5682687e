import { Agent, request } from 'undici';

import type { Service } from './service';

/** Makes calls in the fastest possible way: with undici alone, one after another, each over a new connection. */
export class RawClient {
	private readonly dispatcher = new Agent({ connections: 1 });

	constructor(
		private readonly service: Service,
		private readonly path: string,
	) {}

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
		const { baseUrl, token } = this.service;
		const answer = await request(baseUrl + this.path, {
			dispatcher: this.dispatcher,
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
			reset: true,
		});
		await answer.body.json();
		if (answer.statusCode !== 200) throw new Error(`${this.path} answered ${answer.statusCode}`);
	}
}
