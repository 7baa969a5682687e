import { appendValue } from '../errors/sentences';

/** Matches what a spreadsheet writes into a cell whose formula has failed. */
const SPREADSHEET_ERROR = /^#(?:N\/A|(?:REF|VALUE|ERROR|DIV\/0|NULL|NUM|SPILL|CALC)!|NAME\?)$/;

/** Matches what a program writes instead of a value that it lacks. A person named Null has a capital letter. */
const WRITTEN_BY_PROGRAM = /^(?:undefined|null|NaN|\[object \w{1,30}\])$/;

/**
 * Says why a value is damaged: nobody wants to send an error of a spreadsheet or a text without its letters. The result
 * continues the sentence "“Label” …".
 *
 * @returns undefined if the value is not damaged
 */
export function describeDamage(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (value.includes('\uFFFD'))
		return `${appendValue('must not have the character �', value)}: the file was saved in another encoding. In “Extract from File”, choose “Options › Encoding”`;
	const text = value.trim();
	if (SPREADSHEET_ERROR.test(text))
		return appendValue('must not be the error of a formula in a spreadsheet', text);
	return WRITTEN_BY_PROGRAM.test(text)
		? appendValue('must not be a text that a program writes if a value is missing', text)
		: undefined;
}
