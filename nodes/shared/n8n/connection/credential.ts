import { asText } from '../../json';
import { readNumeral } from '../../numeral';
import { baseUrlProblem, trimmedBaseUrl } from './base-url';

/**
 * The fields of credentials/SweepstakesApi.credentials.ts. Any of them may have any value, because it may come from an
 * expression.
 */
export interface SweepstakesCredential {
	baseUrl?: unknown;
	apiToken?: unknown;
	callsPerMinute?: unknown;
	connection?: unknown;
	allowInsecure?: unknown;
	restrictAgents?: unknown;
}

interface Credential {
	/** The address without a trailing slash. */
	baseUrl: string;
	token: string;
	/** 0 means no limit. */
	callsPerMinute: number;
	keepsAlive: boolean;
	restrictsAgents: boolean;
}

/** Returns a sentence about why the token cannot be sent, or undefined if it can. */
export function accessProblem(credential: SweepstakesCredential): string | undefined {
	const { baseUrl, apiToken, allowInsecure } = credential;
	return (
		switchProblem(credential, 'allowInsecure', 'Allow HTTP') ??
		baseUrlProblem({ baseUrl: asText(baseUrl), allowInsecure: isOn(allowInsecure) }) ??
		tokenProblem(asText(apiToken))
	);
}

/** Returns a sentence about the first field that cannot be used, or undefined if all can. */
export function credentialProblem(credential: SweepstakesCredential): string | undefined {
	return (
		accessProblem(credential) ??
		callsProblem(credential) ??
		switchProblem(credential, 'restrictAgents', 'Restrict Agents') ??
		connectionProblem(credential)
	);
}

/** Reads a credential that has no problem. */
export function readCredential(credential: SweepstakesCredential): Credential {
	const { baseUrl, apiToken, callsPerMinute, connection, restrictAgents } = credential;
	return {
		baseUrl: trimmedBaseUrl(asText(baseUrl)),
		token: trimmedToken(asText(apiToken)),
		callsPerMinute: Number(readNumeral(callsPerMinute)),
		keepsAlive: connection === 'keepAlive',
		restrictsAgents: isOn(restrictAgents),
	};
}

function isOn(value: unknown): boolean {
	return value === true || value === 'true';
}

/**
 * Returns a sentence about a switch that is neither on nor off, because an expression may give any value. n8n leaves
 * out a hidden field, which counts as off.
 */
function switchProblem(
	credential: SweepstakesCredential,
	key: keyof SweepstakesCredential,
	label: string,
): string | undefined {
	const isSwitch = ([true, false, 'true', 'false'] as unknown[]).includes(credential[key]);
	return isSwitch || !(key in credential) ? undefined : `“${label}” must be true or false`;
}

function callsProblem({ callsPerMinute }: SweepstakesCredential): string | undefined {
	const calls = readNumeral(callsPerMinute);
	// Number('') is 0, which would mean no limit.
	return Number.isInteger(calls) && Number(calls) >= 0
		? undefined
		: '“Calls per Minute” must be a whole number, such as 150, or 0 for no limit';
}

function connectionProblem(credential: SweepstakesCredential): string | undefined {
	const isKnown =
		!('connection' in credential) || ['n8n', 'keepAlive'].includes(asText(credential.connection));
	return isKnown ? undefined : '“Connection Reuse” must be n8n or keepAlive';
}

/** Returns the API token without what people may paste around it: white space, quotes and the word Bearer. */
export function trimmedToken(apiToken: string): string {
	return unquoted(unquoted(apiToken).replace(/^bearer(\s+|$)/i, ''));
}

function unquoted(text: string): string {
	const trimmed = trim(text);
	const inner = /^["'`“”‘’](.*)["'`“”‘’]$/s.exec(trimmed)?.[1];
	return inner === undefined ? trimmed : trim(inner);
}

/** Removes white space and invisible characters around a text. */
function trim(text: string): string {
	return text.replace(
		/^[\s\u200b-\u200d\u2060\ufeff]+|(?<![\s\u200b-\u200d\u2060\ufeff])[\s\u200b-\u200d\u2060\ufeff]+$/g,
		'',
	);
}

/**
 * Returns a sentence about why a token cannot be sent, or undefined if it can. Headers can contain only visible ASCII.
 */
export function tokenProblem(apiToken: string): string | undefined {
	const token = trimmedToken(apiToken);
	if (!token) return '“API Token” is empty';
	if (/^[!-~]+$/.test(token)) return undefined;
	return '“API Token” must have no spaces, line breaks or special characters inside. Copy it again from your account';
}
