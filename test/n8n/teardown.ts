/** What jest calls after all files. */
export { stopShared as default } from './shared';
