import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { change } from '../../shared/change/index.ts';
import { refNum } from './card-parameters.ts';
import { cardRail } from './card-rail.ts';
import { type CardServices, GROUP } from './cards-services.ts';

export function requestForVoidCCTransaction(services: CardServices): Method {
  return defineMethod({
    name: 'requestForVoidCCTransaction',
    verb: 'POST',
    group: GROUP,
    summary: 'Calls off a payment by card that is Pending',
    description: 'It becomes Voided, and the trade can be paid again. One that is not Pending is refused (224).',
    refusals: [212, 224],
    parameters: { RefNum: refNum() },
    response: Type.Object({ investorExternalAccountDetails: Type.String() }),
    handler: change(services, async ({ client, values }, db) => {
      const held = await cardRail.require(db, client.clientId, values.RefNum);
      const { webhooks } = await cardRail.step(db, held, 'void', { nowUs: services.nowUs() });
      return { fields: { investorExternalAccountDetails: 'The status was updated' }, alsoFires: webhooks };
    }),
  });
}
