import { noRequest } from '../../shared/api/endpoint';
import { readStates, type State } from '../api/tools';
import { toPlainKey } from '../../shared/json';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { state } from '../pickers/state';

export const getStates = defineOperation({
	name: 'Get US States',
	value: 'getStates',
	action: 'Get US states',
	description:
		'Return the US states, territories and the District of Columbia with their abbreviations, or look up one of them',
	fields: [state],
	reads: true,
	request: noRequest,
	toRequest: () => undefined,
	async *run({ client, parameters: { state: wanted } }) {
		const all = await readStates(client);
		const found = wanted === undefined ? all : all.filter((one) => isNamed(one, wanted));
		if (wanted !== undefined && found.length === 0)
			throw new InputError(
				state.displayName,
				`must be the name or abbreviation of a state, but is “${wanted}”`,
			);
		yield* found;
	},
});

function isNamed({ Name, Abbreviation }: State, wanted: string): boolean {
	return [Name, Abbreviation].map(toPlainKey).includes(toPlainKey(wanted));
}
