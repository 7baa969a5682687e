import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { openStages, reopen, stage } from './resource';
import { jsonOf } from './stage';

const node = new SweepstakesAccount();
const plan = { MaxInvoicesAllowed: 77 };

openStages({ plan });

test('Get Plan returns the limits, whether they are in the plan or in its settings', async () => {
	const [found] = jsonOf(await stage.run(node, 'getPlan'));
	expect(Object.keys(found!)).toHaveLength(10);
	expect(found).toMatchObject({ MaxApiCallsPerMinute: 1_000_000, MaxInvoicesAllowed: 77 });
});

test.each([true, false])('Get Plan returns the usage, with Simplify %s', async (simplify) => {
	await reopen({ plan }, 'reference');
	const [found] = jsonOf(await stage.run(node, 'getPlan', { simplify }));
	const usage = { Sweepstakes: 1, MaxInvoices: 77 };
	expect(found).toMatchObject({ Name: expect.any(String), ...(simplify ? usage : { Usage: usage }) });
});
