import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { choice, required } from '../../../http/parameters/index.ts';
import { ApiError } from '../../../http/status-codes.ts';
import { change } from '../../shared/change.ts';
import { found, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { CARD_MOVE } from './card-kind.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { changeMove, holdMove } from './card-move-records.ts';
import { refNum } from './card-parameters.ts';
import { approvalWebhook } from './card-webhooks.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function updateCCFundMoveApprovedStatus(services: CardServices): Method {
  return defineMethod({
    name: 'updateCCFundMoveApprovedStatus',
    verb: 'POST',
    group: GROUP,
    summary: 'Approves or declines a Pending payment by card',
    description:
      'For operators. One that is Declined is not given to the processor while it is (K7); 224 when not Pending.',
    refusals: [212, 224],
    operator: true,
    fourEyes: ({ transactionstatus }) => transactionstatus !== 'Declined',
    parameters: {
      RefNum: refNum(),
      transactionstatus: required(choice(['Pending', 'Approved', 'Declined'])),
    },
    response: Type.Object({ creditcardDetails: Type.Array(shownToSchema(moveSchema)) }),
    handler: change(services, async ({ client, values }, db) => {
      const { move } = found(CARD_MOVE, await holdMove(db, values.RefNum));
      if (move.fund_status !== 'Pending') throw new ApiError(224, `the state is ${move.fund_status}`);
      const changes = { transaction_status: values.transactionstatus, updated_at: services.nowUs() };
      const changed = await changeMove(db, move, changes);
      const fields = { creditcardDetails: [shownTo(client, changed, moveFields(changed))] };
      return { fields, alsoFires: [approvalWebhook(changed)] };
    }),
  });
}
