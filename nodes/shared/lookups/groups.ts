import { readAnswer } from './answer';
import type { Caller } from '../client/send';
import { z } from '../zod';

const groupList = z.object({
	Data: z.array(z.object({ GroupToken: z.string(), GroupName: z.string().catch('') }).passthrough()),
});

export type Group = z.output<typeof groupList>['Data'][number];

/**
 * All groups of a sweepstakes (specification, POST /groups/fetch).
 *
 * @throws {ServiceError} if the service cannot be asked, or its answer has another shape than documented.
 */
export async function allGroups(service: Caller, sweepstakesToken: string): Promise<Group[]> {
	const answer = await service.call({
		endpoint: 'POST /groups/fetch',
		body: { sweepstakesToken },
		repeatable: true,
	});
	return readAnswer(groupList, answer, 'which groups the sweepstakes has').Data;
}
