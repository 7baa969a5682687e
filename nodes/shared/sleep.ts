/** The only timer that n8n's linter allows. Re-exported so that `client/` and `api/` do not import n8n. */
export { sleep } from 'n8n-workflow';
