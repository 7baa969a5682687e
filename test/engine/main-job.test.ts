import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from './engine';
import { request } from 'undici';

let sandbox: Sandbox;
let token: string;
beforeAll(async () => {
	sandbox = await startSandbox();
	const r = await request(sandbox.url('/sweepstakes/fetch'), {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.token}` },
	});
	token = ((await r.body.json()) as any).Data[0].SweepstakesToken;
});
afterAll(async () => await sandbox.close());

test('x', async () => {
	const r = await runNode({
		node: new SweepstakesParticipant(),
		account: sandbox,
		items: [
			{ email: 'a@b.co', first: 'A' },
			{ email: 'b@b.co', first: 'B' },
			{ email: 'nope', first: 'C' },
		],
		onError: 'continueErrorOutput',
		parameters: {
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'handler', value: 'summer' },
			KeyEmail: '={{ $json.email }}',
			Fields: { mappingMode: 'defineBelow', value: { First_Name: '={{ $json.first }}', Last_Name: 'x' } },
			lang: 'en',
			source: 'n8n',
		},
	});
	console.log(JSON.stringify(r.items), JSON.stringify(r.errorItems), r.error, r.status, token);
	const l = await runNode({
		node: new SweepstakesParticipant(),
		account: sandbox,
		parameters: {
			operation: 'getMany',
			sweepstakes: { __rl: true, mode: 'id', value: token },
			returnAll: true,
		},
	});
	console.log(l.status, l.error?.message, l.items.length, JSON.stringify(l.items[0]));
});
