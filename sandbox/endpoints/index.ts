import type { Dialect } from '../dialect';
import type { Endpoint } from '../endpoint';
import { accountEndpoints } from './account';
import { billingEndpoints } from './billing';
import { calendarEndpoints } from './calendar';
import { campaignEndpoints } from './campaigns';
import { codeMessageEndpoints } from './code-messages';
import { codeSettingEndpoints } from './code-settings';
import { codeEndpoints } from './codes';
import { documentationEndpoints } from './documentation';
import { dripEndpoints } from './drips';
import { entryPageEndpoints } from './entrypage';
import { entryPageSettingEndpoints } from './entrypage-settings';
import { fileEndpoints } from './files';
import { groupEndpoints } from './groups';
import { invoiceEndpoints } from './invoices';
import { messageEndpoints } from './messages';
import { newCodeEndpoints } from './new-codes';
import { noteEndpoints } from './notes';
import { participantEndpoints } from './participants';
import { ruleEndpoints } from './rules';
import { suppressionEndpoints } from './suppressions';
import { surveyResponseEndpoints } from './survey-responses';
import { surveyEndpoints } from './surveys';
import { sweepstakesEndpoints } from './sweepstakes';
import { ticketEndpoints } from './tickets';
import { todoEndpoints } from './todos';
import { toolEndpoints } from './tools';
import { winnerEndpoints } from './winners';

const declared = [
	accountEndpoints,
	entryPageEndpoints,
	entryPageSettingEndpoints,
	sweepstakesEndpoints,
	participantEndpoints,
	groupEndpoints,
	winnerEndpoints,
	ruleEndpoints,
	invoiceEndpoints,
	billingEndpoints,
	newCodeEndpoints,
	codeEndpoints,
	codeMessageEndpoints,
	codeSettingEndpoints,
	noteEndpoints,
	messageEndpoints,
	suppressionEndpoints,
	campaignEndpoints,
	dripEndpoints,
	calendarEndpoints,
	ticketEndpoints,
	todoEndpoints,
	surveyEndpoints,
	surveyResponseEndpoints,
	fileEndpoints,
	toolEndpoints,
	documentationEndpoints,
].flat();

const declaredIn = (dialect: Dialect): ReadonlyMap<string, Endpoint> =>
	new Map(declared.map((endpointOf) => endpointOf(dialect)).map((endpoint) => [endpoint.path, endpoint]));

/** All sandboxes of a process share them. */
const ENDPOINTS = { contract: declaredIn('contract'), reference: declaredIn('reference') };

/** Returns all operations by path. */
export function endpointsIn(dialect: Dialect): ReadonlyMap<string, Endpoint> {
	return ENDPOINTS[dialect];
}
