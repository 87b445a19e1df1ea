import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { EVERY_CLIENT } from '../../shared/record/index.ts';
import { stateFields } from '../lifecycle/index.ts';
import type { AchServices } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { DETAILS_KEY, fundMoveFields, fundMoveSchema, refNum } from './fund-move-fields.ts';

export function updateExternalFundMoveApprovedStatus(services: AchServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateExternalFundMoveApprovedStatus',
    verb: 'POST',
    group: 'ACH',
    summary: 'Approves or declines a fund move that waits for the batch',
    description:
      'For operators, with fund moves of every client; only Pending ones (224). A declined one is left out of ' +
      'the batches until it is approved or voided.',
    refusals: [212, 224],
    operator: true,
    fourEyes: ({ transactionstatus }) => transactionstatus !== 'Declined',
    parameters: {
      RefNum: required(refNum()),
      transactionstatus: required(choice(['Pending', 'Approved', 'Declined'])),
    },
    response: Type.Object({ [DETAILS_KEY]: Type.Array(fundMoveSchema) }),
    handler: change(services, async ({ values, methodName }, db) => {
      const held = await achRail.require(db, EVERY_CLIENT, values.RefNum);
      if (held.payment.fund_status !== 'Pending') throw new ApiError(224);
      const changes = { transaction_status: values.transactionstatus, updated_at: nowUs() };
      const row = await achRail.write(db, held.payment, changes);
      const webhook = { clientId: row.client_id, method: methodName, fields: stateFields(row) };
      return { fields: { [DETAILS_KEY]: [fundMoveFields(row, secrets)] }, alsoFires: [webhook] };
    }),
  });
}
