import type { INodeExecutionData } from 'n8n-workflow';

import type { Ending, Failure, Refusal } from '../client/failures';
import { asObject, cut, isObject, mapTexts, toText, type Json } from '../json';

/**
 * The default maximum length of a text for an AI model, in characters. It is short because a stranger may have written
 * the text.
 */
const MAX_LINE_LENGTH = 200;

/** The maximum depth to which an item is shown. A hostile server can nest a reply endlessly. */
const MAX_DEPTH = 10;

/**
 * The maximum length of an item or an error for an AI model: of all its keys and values together, except whole texts.
 * Otherwise, a stranger could write a long text in many short ones.
 */
export const MAX_ITEM_LENGTH = 10_000;

/**
 * Shortens every text in an item to one short line, because a stranger's name or note may contain instructions to the
 * AI model. The fields in `wholeTexts` are not shortened. Links are shortened, too, because a stranger can put
 * anything into a link. A "…" stands for what exceeds the maximum length of an item.
 */
export function shortenForModel(item: Json, wholeTexts: readonly string[] = []): Json {
	return {
		...new Shortener().shortenRecord(item),
		...Object.fromEntries(wholeTexts.flatMap((key) => (key in item ? [[key, item[key]]] : []))),
	};
}

class Shortener {
	private room = MAX_ITEM_LENGTH;

	shortenRecord(record: Json, depth = 0): Json {
		const shown: Array<[string, unknown]> = [];
		for (const [key, value] of Object.entries(record)) {
			if (this.room <= 0) return Object.fromEntries([...shown, ['…', '']]);
			shown.push([this.take(key), this.shorten(value, depth)]);
		}
		return Object.fromEntries(shown);
	}

	private shorten(value: unknown, depth: number): unknown {
		if (typeof value === 'string') return this.take(value);
		const isList = Array.isArray(value);
		// Even an empty list takes some room. Otherwise, there could be any number of them.
		this.room -= isList || isObject(value) ? 2 : toText(value).length;
		if (!isList && !isObject(value)) return value;
		if (depth === MAX_DEPTH) return '…';
		return isList ? this.shortenList(value, depth + 1) : this.shortenRecord(value, depth + 1);
	}

	private shortenList(list: readonly unknown[], depth: number): unknown[] {
		const shown: unknown[] = [];
		for (const value of list) {
			if (this.room <= 0) return [...shown, '…'];
			shown.push(this.shorten(value, depth));
		}
		return shown;
	}

	private take(text: string): string {
		const line = shortenLine(text, Math.min(MAX_LINE_LENGTH, Math.max(this.room, 1)));
		this.room -= line.length;
		return line;
	}
}

/** Converts a text to a single line of at most `maxLength` characters. */
export function shortenLine(text: string, maxLength = MAX_LINE_LENGTH): string {
	// Cut first, because the text may have millions of characters.
	const line = cut(text, 10 * maxLength).replace(/[\s\p{Cc}]+/gu, ' ');
	return cut(line, maxLength);
}

/** The maximum length of the service's message in an error for an AI model. The message may quote a stranger. */
const MAX_MESSAGE_LENGTH = 120;

/** The maximum length of any other text of the service in an error for an AI model, such as the name of the error. */
const MAX_DETAIL_LENGTH = 40;

/**
 * Shortens the texts of a failure for an AI model, so that the service's own texts have at most 200 characters
 * altogether: its message, or else its rules, the name of the error, and the date of a redemption.
 */
export function shortenFailure({ ...failure }: Failure): Failure {
	const { serviceMessage, errorName, ending, body = undefined } = failure as Failure & Refusal;
	return {
		...mapTexts({ ...failure, body: undefined, ending: undefined }, (text) => shortenLine(text)),
		serviceMessage: serviceMessage && shortenLine(serviceMessage, MAX_MESSAGE_LENGTH),
		errorName: errorName && shortenLine(errorName, MAX_DETAIL_LENGTH),
		body: body && shortenBody(body, serviceMessage ? 0 : MAX_MESSAGE_LENGTH),
		ending: ending && shortenEnding(ending),
	} as Failure;
}

/** Keeps what the error says about a refusal: rules of at most `maxLength` characters altogether, and the redemption. */
function shortenBody({ Help, Data }: Json, maxLength: number): Json {
	const { EligibleParticipants, ExpectedBody } = asObject(Help);
	const { RedemptionDate, RedemptionTime } = asObject(Data);
	const rules: Json = {};
	let left = maxLength;
	for (const [name, rule] of Object.entries(asObject(ExpectedBody))) {
		const text = typeof rule === 'string' ? rule : '';
		left -= name.length + text.length;
		if (left < 0) break;
		rules[name] = text;
	}
	const toDetail = (value: unknown) =>
		typeof value === 'string' ? shortenLine(value, MAX_DETAIL_LENGTH) : value;
	return {
		Help: { EligibleParticipants, ExpectedBody: rules },
		Data: { RedemptionDate: toDetail(RedemptionDate), RedemptionTime: toDetail(RedemptionTime) },
	};
}

/** Shortens how a call ended. What the service said about a failed lookup is left out. */
function shortenEnding({ lookUpFailure, ...ending }: Ending): Ending {
	const silent = lookUpFailure && { ...lookUpFailure, serviceMessage: undefined, body: undefined };
	return {
		...mapTexts(ending, (text) => shortenLine(text)),
		lookUpFailure: silent && shortenFailure(silent as Failure),
	};
}

/** The item that an AI agent gets if nothing was found. The agent could mistake an empty result for a failure. */
export const NOTHING_FOUND: INodeExecutionData = {
	json: { found: 0, message: 'Nothing was found.' },
	pairedItem: { item: 0 },
};
