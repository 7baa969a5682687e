import type { UniqueValues } from '../../catalogue/row';
import { openWorld, type World } from '../../catalogue/world';
import { Stage, type StageOptions } from './stage';

/** Opens a stage, and a world on it in which the catalogue's rows can run. */
export async function openWorldStage(options: StageOptions = {}): Promise<{ stage: Stage; world: World }> {
	const opened = await Stage.open(options);
	return { stage: opened, world: await openWorld(opened.api, opened.sandbox, options.dialect) };
}

/** The stage that the running group of tests uses. */
export let stage: Stage;

/** The world on `stage` in which the catalogue's rows run. */
export let world: World;

/** Opens a stage and its world. All tests of a group, or of a file, share them. */
export function shareWorld(options?: StageOptions): void {
	beforeAll(async () => {
		({ stage, world } = await openWorldStage(options));
	});
	afterAll(async () => await stage.close());
}

let n = 0;

/** Returns unique values for one run of a row. */
export const uniqueOne = (): UniqueValues => ({ n: ++n, email: `person${n}@example.com` });
