import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCalendarEvent } from '../../nodes/SweepstakesCalendarEvent/SweepstakesCalendarEvent.node';
import { inDialects, openStages, stage, testRefusals } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesCalendarEvent();

const START = { EventStartDate: '2090-06-01T00:00:00', EventStartTime: '09:30' };
const EVENT = { EventTitle: 'Opening', ...START, EventEndDate: '2090-06-02', EventEndTime: '10:30' };

openStages();

async function createEvent(EventTitle: string, EventStartDate = '2090-06-01', more = {}): Promise<string> {
	const body = { EventTitle, EventStartDate, EventEndDate: EventStartDate, ...more };
	return (await stage.api<{ Data: { EventToken: string } }>('/calendar/create', body)).Data.EventToken;
}

inDialects(() => {
	test('the error about an event in the past says that an event must start in the future', async () => {
		const today = new Date().toISOString().slice(0, 10);
		const past = { ...EVENT, EventStartDate: today, EventStartTime: '00:00' };
		const { error } = await stage.run(node, 'create', past);
		expect(error?.message).toMatch(/^The service rejected this: /);
		expect(error?.description).toMatch(/^An event must start in the future\./);
	});
});

test('“Update” shows the new dates and times, which the reply lacks', async () => {
	const event = byId(await createEvent('Opening'));
	const updateFields = { EventStartDate: '2090-06-03', EventStartTime: '6 pm', EventEndDate: '2090-06-04' };
	expect(listJson(await stage.run(node, 'update', { event, updateFields }))).toEqual([
		{
			EventTitle: 'Opening',
			EventStartDate: '2090-06-03',
			EventStartTime: '18:00',
			EventEndDate: '2090-06-04',
			EventDescription: null,
			EventColor: expect.anything(),
			EventToken: event.value,
		},
	]);
});

test('“Get Many” returns all events, or those of one sweepstakes, in the order of their start dates', async () => {
	await createEvent('Finale', '2090-07-01');
	await createEvent('Opening', '2090-06-01', { SweepstakesToken: stage.sweepstakesToken });
	const titles = async (parameters: INodeParameters) =>
		listJson(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(
			({ EventTitle }) => EventTitle,
		);
	expect(await titles({})).toEqual(['Opening', 'Finale']);
	expect(await titles({ sweepstakes: byId(stage.sweepstakesToken.toUpperCase()) })).toEqual(['Opening']);
	const [raw] = listJson(await stage.run(node, 'getMany', { simplify: false }));
	const { Data } = await stage.api<{ Data: { Events: IDataObject[] } }>('/calendar/fetch');
	expect(raw).toEqual(Data.Events[0]);
});

testRefusals(node, 'create', EVENT, [
	[{ EventStartDate: '2020-01-01' }, '“Start Date” must be today or later, but is “2020-01-01”'],
	[{ EventEndDate: '2090-05-31' }, '“End Date” must not be before “Start Date”, but is “2090-05-31”'],
	[
		{ EventEndDate: '2090-06-01', EventEndTime: '09:00' },
		'“End Time” must not be before “Start Time” on the same day, but is “09:00”',
	],
]);
testRefusals(node, 'update', { event: byId(ID) }, [
	[{ updateFields: { EventStartDate: '2020-01-01' } }, '“Update Fields › Start Date” must be today or later'],
	[
		{ updateFields: { EventStartDate: '2090-06-05', EventEndDate: '2090-06-02' } },
		'“Update Fields › End Date” must not be before “Start Date”, but is “2090-06-02”',
	],
]);
