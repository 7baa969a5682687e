import { startShared } from './shared';

/** What jest calls before all files. */
export default async ({ maxWorkers }: { maxWorkers: number }): Promise<void> => await startShared(maxWorkers);
