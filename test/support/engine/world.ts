import { openWorld, type World } from '../../catalogue/world';
import { Stage, type StageOptions } from './stage';

/** Opens a stage with the world of the catalogue's rows. */
export async function openWorldStage(options: StageOptions = {}): Promise<{ stage: Stage; world: World }> {
	const stage = await Stage.open(options);
	return { stage, world: await openWorld(stage.api, stage.sandbox, options.dialect) };
}
