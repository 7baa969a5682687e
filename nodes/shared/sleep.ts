/**
 * The only timer that n8n's linter allows. It is exported again here so that `client/` and `api/` do not import n8n.
 */
export { sleep } from 'n8n-workflow';
