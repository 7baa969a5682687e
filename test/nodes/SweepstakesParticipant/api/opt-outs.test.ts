import { getOptOuts, hasOptedOut } from '../../../../nodes/SweepstakesParticipant/api/opt-outs';
import { openSandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { clientAt } from '../../../support/client';
import { ID } from '../../../support/constants';

/** Opens a sandbox with 101 people, the first of whom opted out. Returns the opt-outs that a run finds, and its calls. */
async function open(lookups: number, fault?: object) {
	const sandbox = openSandbox({ sample: false });
	const SweepstakesToken = await createSweepstakes(sandbox, { Handler: 'MANY' });
	sandbox.fill(SweepstakesToken, 1);
	const KeyEmail = 'participant1@example.com';
	sandbox.placeParticipant({ SweepstakesToken, KeyEmail, Collections: ['Participants', 'OptOuts'] });
	sandbox.fill(SweepstakesToken, 100);
	const { ParticipantToken } = [...sandbox.store.entries.all()].find((one) => one.KeyEmail === KeyEmail)!;
	sandbox.clearCalls();
	if (fault) sandbox.faults([{ path: '/participants/count', ...fault }]);
	const optOuts = await getOptOuts(clientAt(sandbox), SweepstakesToken, lookups);
	const paths = () => sandbox.calls().map(({ path }) => path);
	return { optOuts, ParticipantToken, paths };
}

test('if the list has more pages than there are people to look up, each person is looked up', async () => {
	const { optOuts, ParticipantToken, paths } = await open(3);
	expect(optOuts.isEmpty).toBe(false);
	expect(await optOuts.has(ParticipantToken)).toBe(true);
	expect(await optOuts.has(ID)).toBe(false);
	expect(paths()).toEqual([
		'/participants/count',
		'/participants/fetch',
		'/participants/single',
		'/participants/single',
	]);
});

test('if the list has fewer pages, it is read once', async () => {
	const { optOuts, ParticipantToken, paths } = await open(20);
	expect([await optOuts.has(ParticipantToken), await optOuts.has(ID)]).toEqual([true, false]);
	expect(paths()).not.toContain('/participants/single');
});

test('if the service refuses to count the opt-outs, each person is looked up', async () => {
	const { optOuts, ParticipantToken } = await open(1, { status: 403 });
	expect(optOuts.isEmpty).toBe(false);
	expect(await optOuts.has(ParticipantToken)).toBe(true);
});

test('an opt-out is recognized by its type, in any case, or by its date', () => {
	const entries = [{ Collection: 'OptOuts' }, { Collection: 'optouts' }, { OptOutDate: '2090-01-01' }];
	for (const entry of entries) expect(hasOptedOut([{}, entry])).toBe(true);
	expect(hasOptedOut([{ Collection: 'Participants', OptOutDate: '' }, {}])).toBe(false);
});
