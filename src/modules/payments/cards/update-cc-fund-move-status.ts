import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { choice, optional, required } from '../../../http/parameters/index.ts';
import { ApiError } from '../../../http/status-codes.ts';
import { change } from '../../shared/change.ts';
import { line } from '../../shared/parameters.ts';
import { found, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { CARD_MOVE } from './card-kind.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import type { CardMoveTrigger } from './card-move-lifecycle.ts';
import { holdMove, moveCard } from './card-move-records.ts';
import { refNum } from './card-parameters.ts';
import { type CardServices, GROUP } from './cards-services.ts';

const TRIGGERS = {
  Submitted: 'submit',
  Settled: 'settle',
  Returned: 'return',
} as const satisfies Readonly<Record<string, CardMoveTrigger>>;

export function updateCCFundMoveStatus(services: CardServices): Method {
  return defineMethod({
    name: 'updateCCFundMoveStatus',
    verb: 'POST',
    group: GROUP,
    summary: 'Sets what became of a payment by card that is handled outside of this program',
    description:
      'For operators. A payment that is set to Submitted here is not given to the processor. Settled makes the ' +
      'trade FUNDED; ' +
      'Returned, also of a Settled one, takes that back. Any other move is refused (224, K6).',
    refusals: [212, 224],
    operator: true,
    fourEyes: true,
    parameters: {
      RefNum: refNum(),
      fundStatus: required(
        choice(['Submitted', 'Settled', 'Returned'], { description: 'Voided: see requestForVoidCCTransaction' }),
      ),
      errors: optional(line('why it was returned; kept for Returned only')),
      processorTransactionMessage: optional(line('what the processor said')),
    },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(moveSchema)) }),
    handler: change(services, async ({ client, values }, db) => {
      const nowUs = services.nowUs();
      const held = found(CARD_MOVE, await holdMove(db, values.RefNum));
      const trigger = TRIGGERS[values.fundStatus];
      if (trigger === 'submit' && held.move.transaction_status === 'Declined') {
        throw new ApiError(224, 'transactionstatus is Declined');
      }
      const message = values.processorTransactionMessage;
      const changes = {
        errors: trigger === 'return' ? (values.errors ?? null) : null,
        ...(message === undefined ? {} : { processor_transaction_message: message }),
        ...(trigger === 'submit' ? { transaction_status: 'Approved', submitted_at: nowUs } : {}),
      };
      const { move, webhooks } = await moveCard(db, held, { trigger, values: changes }, nowUs);
      return { fields: { creditcardDetails: [shownTo(client, move, moveFields(move))] }, alsoFires: webhooks };
    }),
  });
}
