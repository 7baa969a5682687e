import { createHash } from 'crypto';

/** What makes a message the same as one that was sent before. */
interface Message {
	workflowId: string;
	ParticipantToken: string;
	Subject?: string;
	Message: string;
}

/**
 * The key of a message for which nobody gave one. Neither the execution nor the position of the item is part of it: the same text goes
 * from one workflow to one participant once, however often the workflow runs and whatever else is in its list.
 */
export function messageKey({ workflowId, ParticipantToken, Subject = '', Message }: Message): string {
	const parts = JSON.stringify([workflowId, ParticipantToken.toLowerCase(), Subject, Message]);
	return `n8n-${createHash('sha256').update(parts).digest('base64url')}`;
}
