/** The only timer that n8n's lint allows. Imported from here, so that everything below `n8n/` stays free of n8n. */
export { sleep } from 'n8n-workflow';
