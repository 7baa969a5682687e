import { asText, trimInvisible, toNumber } from '../../json';
import { readNumeral } from '../../numeral';
import { findBaseUrlProblem, trimBaseUrl } from './base-url';

/**
 * The fields of credentials/SweepstakesApi.credentials.ts. A field may have any value, because the value may come from
 * an expression.
 */
export interface SweepstakesCredential {
	baseUrl?: unknown;
	apiToken?: unknown;
	callsPerMinute?: unknown;
	allowInsecure?: unknown;
	rehearse?: unknown;
	restrictAgents?: unknown;
}

interface Credential {
	/** The Base URL, without a trailing slash. */
	baseUrl: string;
	token: string;
	/** 0 means no limit. */
	callsPerMinute: number;
	/** Whether only calls that read may be sent. */
	rehearses: boolean;
	restrictsAgents: boolean;
}

/** Returns a sentence about the first field that cannot be used, or undefined if all fields can be used. */
export function findCredentialProblem(credential: SweepstakesCredential): string | undefined {
	const { baseUrl, apiToken, allowInsecure } = credential;
	return (
		findSwitchProblem(credential, 'allowInsecure', 'Allow HTTP') ??
		findBaseUrlProblem({ baseUrl: asText(baseUrl), allowInsecure: isOn(allowInsecure) }) ??
		findTokenProblem(asText(apiToken)) ??
		findCallsProblem(credential) ??
		findSwitchProblem(credential, 'rehearse', 'Rehearse') ??
		findSwitchProblem(credential, 'restrictAgents', 'Restrict Agents')
	);
}

/** Reads a credential in which `findCredentialProblem` has found no problem. */
export function readCredential(credential: SweepstakesCredential): Credential {
	const { baseUrl, apiToken, callsPerMinute, rehearse, restrictAgents } = credential;
	return {
		baseUrl: trimBaseUrl(asText(baseUrl)),
		token: trimToken(asText(apiToken)),
		callsPerMinute: toNumber(readNumeral(callsPerMinute)),
		rehearses: isOn(rehearse),
		restrictsAgents: isOn(restrictAgents),
	};
}

function isOn(value: unknown): boolean {
	return value === true || value === 'true';
}

/**
 * Returns a sentence if a switch is neither on nor off. This is possible, because the value may come from an
 * expression. A missing key counts as off, because n8n leaves hidden fields out.
 */
function findSwitchProblem(
	credential: SweepstakesCredential,
	key: keyof SweepstakesCredential,
	label: string,
): string | undefined {
	const isSwitch = ([true, false, 'true', 'false'] as unknown[]).includes(credential[key]);
	return isSwitch || !(key in credential) ? undefined : `“${label}” must be true or false`;
}

function findCallsProblem({ callsPerMinute }: SweepstakesCredential): string | undefined {
	const calls = readNumeral(callsPerMinute);
	// Not `Number`: `Number('')` is 0, which would mean no limit.
	return Number.isInteger(calls) && toNumber(calls) >= 0
		? undefined
		: '“Calls per Minute” must be a whole number, such as 150, or 0 for no limit';
}

/**
 * Returns the API token without what people may paste with it: white space and quotes around it, and the word Bearer
 * before it.
 */
export function trimToken(apiToken: string): string {
	return unquote(unquote(apiToken).replace(/^bearer(\s+|$)/i, ''));
}

function unquote(text: string): string {
	const trimmed = trimInvisible(text);
	const inner = /^["'`“”‘’](.*)["'`“”‘’]$/s.exec(trimmed)?.[1];
	return inner === undefined ? trimmed : trimInvisible(inner);
}

/**
 * Returns a sentence that says why a token cannot be sent, or undefined if it can be sent. A header can contain only
 * visible ASCII characters.
 */
export function findTokenProblem(apiToken: string): string | undefined {
	const token = trimToken(apiToken);
	if (!token) return '“API Token” is empty';
	if (/^[!-~]+$/.test(token)) return undefined;
	return '“API Token” must have no spaces, line breaks or special characters inside. Copy it again from your account';
}
