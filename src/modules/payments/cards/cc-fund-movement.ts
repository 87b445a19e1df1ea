import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required, text } from '../../../http/parameters/index.ts';
import { change } from '../../shared/change/index.ts';
import { ipAddress } from '../../shared/values/index.ts';
import type { PaymentRail } from '../../trades/index.ts';
import { newMoveFields, newMoveSchema } from './card-move-fields.ts';
import { accountId } from './card-parameters.ts';
import { type CardServices, GROUP } from './cards-services.ts';
import { START_REFUSALS, startCardMove } from './start-card-move.ts';

export function ccFundMovement(services: CardServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'ccFundMovement',
    verb: 'POST',
    group: GROUP,
    summary: 'Pays a trade with the linked card of its account, with the amount given',
    description: 'As ccFundMove; the amount may be another than that of the trade, which is FUNDED by it all the same.',
    refusals: START_REFUSALS,
    parameters: {
      accountId: accountId(),
      tradeId: required(numericId({ description: 'trade id' })),
      // Another form than this is 732, not 106.
      amount: required(text({ description: 'dollars, at most two decimals', maxLength: 100 })),
      createdIpAddress: required(ipAddress()),
    },
    response: Type.Object({ transactionDetails: Type.Array(newMoveSchema) }),
    handler: change(services, async ({ client: { clientId }, values, ip }, db) => {
      const fields = newMoveFields(await startCardMove(services, db, { clientId, ...values, ip }, rails));
      return { fields: { transactionDetails: [fields] }, webhook: fields };
    }),
  });
}
