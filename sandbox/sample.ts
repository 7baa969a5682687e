import { toDate } from './time/clock';
import type { Account } from './accounts';
import type { Sweepstakes } from './records';
import type { Service } from './service';
import { withFixedTokens } from './token';

const DAY_MS = 24 * 60 * 60 * 1000;

const PEOPLE = [
	{ First_Name: 'Ada', Last_Name: 'Lovelace', KeyEmail: 'ada@example.com', KeyPhoneNumber: '+12025550111' },
	{ First_Name: 'Alan', Last_Name: 'Turing', KeyEmail: 'alan@example.com', KeyPhoneNumber: '+12025550112' },
	{ First_Name: 'Grace', Last_Name: 'Hopper', KeyEmail: 'grace@example.com', KeyPhoneNumber: '+12025550113' },
	{
		First_Name: 'Edsger',
		Last_Name: 'Dijkstra',
		KeyEmail: 'edsger@example.com',
		KeyPhoneNumber: '+12025550114',
	},
	{
		First_Name: 'Radia',
		Last_Name: 'Perlman',
		KeyEmail: 'radia@example.com',
		KeyPhoneNumber: '+12025550115',
	},
];

/**
 * Adds a sweepstakes with five participants to an account, without counting toward any limit. The tokens are the same
 * in every sandbox, so that after a restart, workflows still find what the user picked.
 */
export function addSample(service: Service, account: Account): void {
	// The sample has a long form, to show all types of columns.
	const call = service.createCall({ ...account, longForm: true });
	const carryOut = (path: string, request: object) => service.endpoints.get(path)!.carryOut(request, call);
	const { Data } = withFixedTokens(0, () =>
		carryOut('/sweepstakes/create', {
			SweepstakesName: 'Summer Giveaway',
			SweepstakesType: 2,
			Handler: 'SUMMER',
			StartDate: toDate(call.now),
			EndDate: toDate(call.now + 30 * DAY_MS),
			StartTime: '00:00',
			EndTime: '23:59',
			CreateInCalendar: true,
		}),
	) as { Data: Sweepstakes };
	PEOPLE.forEach(({ KeyEmail, KeyPhoneNumber, ...Fields }, index) =>
		withFixedTokens(index + 1, () =>
			carryOut('/participants/add', {
				lang: 'en',
				source: 'sample',
				sweepstakesToken: Data.SweepstakesToken,
				entryPageFields: {
					KeyEmail,
					KeyPhoneNumber,
					BonusEntries: index,
					Fields: { ...Fields, Email: KeyEmail, Mobile_Number: KeyPhoneNumber },
				},
			}),
		),
	);
}
