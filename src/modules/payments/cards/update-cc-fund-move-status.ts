import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, optional, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { EVERY_CLIENT, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { line } from '../../shared/values/index.ts';
import { REPORTED } from '../lifecycle/index.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { refNum } from './card-parameters.ts';
import { cardRail } from './card-rail.ts';
import { type CardServices, GROUP } from './cards-services.ts';

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
      const held = await cardRail.require(db, EVERY_CLIENT, values.RefNum);
      const trigger = REPORTED[values.fundStatus];
      if (trigger === 'submit' && held.payment.transaction_status === 'Declined') {
        throw new ApiError(224, 'transactionstatus is Declined');
      }
      const details = {
        nowUs: services.nowUs(),
        errors: trigger === 'return' ? values.errors : null,
        changes: { processor_transaction_message: values.processorTransactionMessage },
      };
      const { payment, webhooks } = await cardRail.step(db, held, trigger, details);
      return { fields: { creditcardDetails: [shownTo(client, payment, moveFields(payment))] }, alsoFires: webhooks };
    }),
  });
}
