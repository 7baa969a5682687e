import { z } from '../../../../nodes/shared/zod';
import { clientAt } from '../../../support/client';

test('an answer without “Response” counts if it has the expected keys', async () => {
	const transport = async () => ({ reply: { status: 200, headers: {}, text: '{"Winners":[]}' } });
	const client = clientAt({ baseUrl: 'http://127.0.0.1', token: 'token' }, { transport });
	const reply = z.object({ Winners: z.array(z.unknown()) });
	const calling = client.call(
		{ call: 'POST /winners/fetch', request: z.undefined(), reply, retry: { kind: 'safe' } },
		undefined,
	);
	expect(await calling).toEqual({ Winners: [] });
});
