import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import type { AchServices } from './accounts/index.ts';
import { achRail } from './ach-rail.ts';
import { DETAILS_KEY, refNum } from './fund-move-fields.ts';

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
      const held = await achRail.require(db, client.clientId, values.RefNum);
      const { webhooks } = await achRail.step(db, held, 'void', { nowUs: services.nowUs() });
      return { fields: { [DETAILS_KEY]: 'Status updated' }, alsoFires: webhooks };
    }),
  });
}
