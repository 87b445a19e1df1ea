import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';
import { PURCHASED, purchaseFields, purchaseSchema } from './offering-trade-fields.ts';
import { purchases } from './offering-trades.ts';

const MOST = LONG_LIST_MAX.toLocaleString('en');

export function getOfferingPurchaseHistory(services: ModuleServices): Method {
  return defineMethod({
    name: 'getOfferingPurchaseHistory',
    verb: 'POST',
    group: 'Offerings',
    summary: `Purchases of an offering that were not canceled, newest first, at most ${MOST}`,
    description: 'The purchases of investors, without canceled trades.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ [PURCHASED]: Type.Object({ offering_purchase_history: Type.Array(purchaseSchema) }) }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(services.db, readerOf(client), values.offeringId));
      const offering_purchase_history = await purchases(services, row.offering_id, (trade) =>
        purchaseFields(row, trade),
      );
      return { fields: { [PURCHASED]: { offering_purchase_history } } };
    },
  });
}
