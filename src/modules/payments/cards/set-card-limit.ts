import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { positiveAmount, sixDecimals } from '../../shared/values/index.ts';
import { setCardLimitOf } from './card-limits.ts';
import type { CardServices } from './cards-services.ts';

export function setCardLimit(services: CardServices): Method {
  return defineMethod({
    name: 'setCardLimit',
    verb: 'POST',
    path: '/v3/admin/setCardLimit',
    group: 'Administration',
    summary: 'Sets the most that one payment by card of a client may come to',
    description: 'For operators. Clients without a separate limit have CARD_AMOUNT_MAX (K5).',
    operator: true,
    fourEyes: true,
    parameters: {
      clientId: required(
        text({ description: 'client id', pattern: /^C[0-9]{8}$/, patternReason: 'must be C and eight digits' }),
      ),
      amountMax: required(positiveAmount('dollars')),
    },
    response: Type.Object({ clientId: Type.String(), amountMax: Type.String() }),
    handler: change(services, async ({ values }, db) => {
      await setCardLimitOf(db, values.clientId, values.amountMax, services.nowUs());
      return { fields: { clientId: values.clientId, amountMax: sixDecimals(values.amountMax) } };
    }),
  });
}
