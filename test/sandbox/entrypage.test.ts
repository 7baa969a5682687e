import { accepts, knowsItsAccount, openBench, UNHURRIED, UUID, type Bench, type Json } from './harness';
import { checkFields, required, uuid } from './kinds';

describe('Entry page', () => {
	let bench: Bench;
	let sweepstakesToken: string;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		sweepstakesToken = await bench.sweepstakes();
	});

	describe('POST /entrypage/fields', () => {
		const contract = {
			bench: () => bench,
			path: '/entrypage/fields',
			valid: () => ({ SweepstakesToken: sweepstakesToken }),
		};

		checkFields(contract, { SweepstakesToken: required(uuid) });
		accepts(contract, [
			['a SweepstakesToken', {}],
			['unknown fields', { Unknown: 1 }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers the tokens, the key fields and the form fields', async () => {
			const { Response, Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
			expect(Response).toBe(true);
			expect(Data).toEqual({
				SweepstakesToken: sweepstakesToken,
				EntryPageToken: expect.stringMatching(UUID),
				KeyEmail: expect.any(String),
				KeyPhoneNumber: expect.any(String),
				FormFields: expect.any(Array),
			});
			expect(Data.FormFields.length).toBeGreaterThan(0);
			for (const field of Data.FormFields) {
				expect(field).toEqual({
					FieldID: expect.any(String),
					FieldType: expect.any(String),
					FieldName: expect.any(String),
					FieldPlaceholder: expect.any(String),
					FieldRequired: expect.any(Boolean),
					PrimaryField: expect.any(Boolean),
				});
			}
		});

		it('names the key fields, and types fields as the reference does', async () => {
			const { Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
			expect(Data).toMatchObject({ KeyEmail: 'Email', KeyPhoneNumber: 'Mobile Number' });
			const types = Data.FormFields.map(({ FieldType }: Json) => FieldType);
			expect(types).toEqual(['email', 'usphonenumber', 'text', 'text', 'birthdate', 'text', 'list']);
		});

		it('is case-sensitive about field names', async () => {
			expect(await bench.call('/entrypage/fields', { sweepstakesToken })).toMatchObject({ status: 400 });
		});
	});
});
