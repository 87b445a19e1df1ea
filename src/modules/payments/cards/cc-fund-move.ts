import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { ipAddress } from '../../shared/values/index.ts';
import type { PaymentRail } from '../../trades/index.ts';
import { newMoveFields, newMoveSchema } from './card-move-fields.ts';
import { accountId } from './card-parameters.ts';
import { type CardServices, GROUP } from './cards-services.ts';
import { START_REFUSALS, startCardMove } from './start-card-move.ts';

export function ccFundMove(services: CardServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'ccFundMove',
    verb: 'POST',
    group: GROUP,
    summary: 'Pays a trade with the linked card of its account, exactly its amount',
    description:
      'The payment is Pending until 18:00 US Eastern of the next bank business day, when it is given to the ' +
      'processor; until ' +
      'then requestForVoidCCTransaction calls it off (K3). At most 5,000 dollars where the operator set nothing else.',
    refusals: START_REFUSALS,
    parameters: {
      accountId: accountId(),
      tradeId: required(numericId({ description: 'trade id' })),
      createdIpAddress: required(ipAddress()),
    },
    response: Type.Object({ transactionDetails: Type.Array(newMoveSchema) }),
    handler: change(services, async ({ client: { clientId }, values, ip }, db) => {
      const order = { clientId, ...values, amount: undefined, ip };
      const fields = newMoveFields(await startCardMove(services, db, order, rails));
      return { fields: { transactionDetails: [fields] }, webhook: fields };
    }),
  });
}
