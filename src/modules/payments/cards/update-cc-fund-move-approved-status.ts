import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { EVERY_CLIENT, shownTo, shownToSchema } from '../../shared/record/index.ts';
import { stateFields } from '../lifecycle/index.ts';
import { moveFields, moveSchema } from './card-move-fields.ts';
import { refNum } from './card-parameters.ts';
import { cardRail } from './card-rail.ts';
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
    handler: change(services, async ({ client, values, methodName }, db) => {
      const { payment: move } = await cardRail.require(db, EVERY_CLIENT, values.RefNum);
      if (move.fund_status !== 'Pending') throw new ApiError(224, `the state is ${move.fund_status}`);
      const changes = { transaction_status: values.transactionstatus, updated_at: services.nowUs() };
      const changed = await cardRail.write(db, move, changes);
      const webhook = { clientId: changed.client_id, method: methodName, fields: stateFields(changed) };
      const fields = { creditcardDetails: [shownTo(client, changed, moveFields(changed))] };
      return { fields, alsoFires: [webhook] };
    }),
  });
}
