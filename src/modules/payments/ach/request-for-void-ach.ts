import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/method.ts';
import { required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change.ts';
import { found } from '../../shared/record/index.ts';
import type { AchServices } from './accounts/index.ts';
import { DETAILS_KEY, refNum } from './fund-move-fields.ts';
import { FUND_MOVE } from './fund-move-kind.ts';
import { holdFundMove, moveFunds } from './fund-move-records.ts';
import { fundStatusWebhook } from './fund-move-webhooks.ts';

export function requestForVoidACH(services: AchServices): Method {
  return defineMethod({
    name: 'requestForVoidACH',
    verb: 'POST',
    group: 'ACH',
    summary: 'Takes back a fund move that has not gone to the bank',
    description: 'Only a Pending one (224). It is Voided, and another one may be made for the trade.',
    refusals: [212, 224],
    parameters: { RefNum: required(refNum()) },
    response: Type.Object({ [DETAILS_KEY]: Type.String() }),
    handler: change(services, async ({ client, values }, db) => {
      const move = found(FUND_MOVE, await holdFundMove(db, client.clientId, values.RefNum));
      const { row } = await moveFunds(db, move, 'void', { nowUs: services.nowUs() });
      return { fields: { [DETAILS_KEY]: 'Status updated' }, webhook: fundStatusWebhook(row) };
    }),
  });
}
