import type { Confirm } from '../../shared/client/client';
import { isSameId } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/confirm';
import { endpoint, keyed, safe, unsafe } from '../../shared/api/endpoint';
import { channels, idempotencyKey, uuid } from '../../shared/api/formats';
import { readRedeemedAt } from '../../shared/time/redeemed-at';
import { dataReply } from '../../shared/api/replies';
import { sentReply } from '../../SweepstakesMessage/api';
import {
	codeAttributes,
	codeKey,
	codeReply,
	couponCode,
	findCode,
	isAssigned,
	type Code,
	type CodeKey,
} from './codes';

const confirmBy = <Request extends { CouponToken: string }>(
	isDone: (code: Code, request: Request) => boolean,
) =>
	confirmChange<Request, Code>({
		read: async (client, { CouponToken }) => await findCode(client, { CouponToken }),
		isDone,
		toData: (Code) => ({ Code }),
	});

const oneCode = z.object({ CouponToken: uuid });

/** Attributes to change. `null` clears an attribute. An attribute that is not sent keeps its value. */
const changedAttributes = z.object({
	Description: codeAttributes.shape.Description.nullable(),
	Value: codeAttributes.shape.Value.nullable(),
	ExternalURL: codeAttributes.shape.ExternalURL.nullable(),
	ExpirationDate: codeAttributes.shape.ExpirationDate.nullable(),
	ExpirationTime: codeAttributes.shape.ExpirationTime.nullable(),
});

/** The code can be identified by its text instead of its token. */
export const codeToUpdate = codeKey.merge(changedAttributes).extend({ NewCode: couponCode.optional() });

export const updateCode = endpoint({
	call: 'POST /codes/update',
	request: oneCode.merge(changedAttributes).extend({ CouponCode: couponCode.optional() }),
	reply: codeReply,
	// A retry succeeds even if the first attempt renamed the code, because a code can be renamed to its current name.
	retry: safe,
});

const assignment = oneCode.extend({ ParticipantToken: uuid });

export const assignCode = endpoint({
	call: 'POST /codes/assign',
	request: assignment,
	reply: codeReply,
	// A retry would be refused, because the first attempt already assigned the code.
	retry: unsafe('Before you assign it again, use Code › Get to check who has the code.'),
	confirm: confirmBy((code, { ParticipantToken }: z.output<typeof assignment>) =>
		isSameId(code.ParticipantToken, ParticipantToken),
	),
});

export const unassignCode = endpoint({
	call: 'POST /codes/unassign',
	request: oneCode,
	reply: dataReply,
	// A retry would be refused, because the first attempt already unassigned the code.
	retry: unsafe('Before you unassign it again, use Code › Get to check whether the code is still assigned.'),
	confirm: confirmBy((code) => !isAssigned(code)),
});

/**
 * Looks up a code after the reply to its redemption was lost. If the code was redeemed after the call was sent, the
 * result is inconclusive: the record does not show who redeemed the code. Otherwise, the call is sent again: it redeems
 * the code, or its reply reports an earlier redemption.
 */
const confirmRedemption: Confirm<CodeKey> = (client, key) => async (sentAt) => {
	const code = await findCode(client, key);
	const isRedeemed =
		code.Status === 'redeemed' && client.clock.judgeTiming(sentAt, readRedeemedAt(code)) !== 'before';
	return isRedeemed
		? { kind: 'unclear', found: 'that the code is redeemed, but not by whom' }
		: { kind: 'nothing' };
};

export const redeemCode = endpoint({
	call: 'POST /codes/redeem',
	request: codeKey,
	reply: codeReply,
	// A retry would be refused as if somebody else had redeemed the code.
	retry: unsafe(
		'Before you redeem it again or hand anything out, use Code › Get to check whether and when it was redeemed. The service does not record where it was redeemed.',
	),
	confirm: confirmRedemption,
});

export const unredeemCode = endpoint({
	call: 'POST /codes/unredeem',
	request: oneCode,
	reply: codeReply,
	// A retry would be refused, because the first attempt already reversed the redemption.
	retry: unsafe('Before you unredeem it again, use Code › Get to check whether the code is still redeemed.'),
	confirm: confirmBy(({ Status }) => Status === 'not-redeemed'),
});

const message = z.object({ Channel: channels, IdempotencyKey: idempotencyKey });

/** The code can be identified by its text instead of its token. */
export const codeToSend = codeKey.merge(message.partial({ IdempotencyKey: true }));

export const sendCode = endpoint({
	call: 'POST /codes/send',
	request: oneCode.merge(message),
	reply: sentReply,
	retry: keyed,
});
