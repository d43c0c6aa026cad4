/** Sends an answer that was paid: with what it has cost, and so that its charge is closed. */
import type { FastifyReply } from 'fastify';
import { CHARGED_HEADER } from '../../contract/endpoints.js';
import type { Deliveries } from './deliveries.js';
import { etagOf } from './etag.js';
import type { PaidAnswer } from './paid-answer.js';
import type { Receipts } from './receipts.js';

export interface SendPaidOptions {
  readonly deliveries: Pick<Deliveries, 'send' | 'takeBack'>;
  readonly receipts: Pick<Receipts, 'expect'>;
  /** A client takes the header with the charge as a sign of it. */
  readonly tellsChanges: boolean;
}

export interface PaidBody {
  readonly text: string;
  /** Whether it contains the balance, which may be another one in a repetition. */
  readonly hasBalance: boolean;
}

export type SendPaid = (reply: FastifyReply, paid: PaidAnswer, body: PaidBody) => FastifyReply;

export function createSendPaid({ deliveries, receipts, tellsChanges }: SendPaidOptions): SendPaid {
  return (reply, { charged, owned, left, charge, storedFor }, { text, hasBalance }) => {
    // the deadline has answered meanwhile
    if (reply.sent) {
      if (charge) deliveries.takeBack(charge.id);
      return reply;
    }
    reply.headers({
      ...(tellsChanges && { [CHARGED_HEADER]: charged }),
      'x-credits-remaining': left,
      'x-records-owned': owned,
    });
    if (storedFor !== undefined) {
      receipts.expect(reply, storedFor);
      // the same for each repetition
      reply.header('etag', `${hasBalance ? 'W/' : ''}${etagOf(`answer ${storedFor}`)}`);
    }
    return charge ? deliveries.send(reply, text, charge) : reply.send(text);
  };
}
