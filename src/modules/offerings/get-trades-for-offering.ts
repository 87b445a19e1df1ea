import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';
import { PURCHASED, tradeFields, tradeSchema } from './offering-trade-fields.ts';
import { listTrades } from './offering-trades.ts';

export function getTradesForOffering(services: ModuleServices): Method {
  return defineMethod({
    name: 'getTradesForOffering',
    verb: 'POST',
    group: 'Offerings',
    summary: `Trades of an offering, oldest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'Primary investments in the offering; the matches of the venue are read with getMatchedTrade.',
    refusals: [138],
    parameters: {
      offeringId: required(numericId({ description: 'offering id' })),
      tradeStatus: optional(line('only trades with this orderStatus, for example CREATED')),
    },
    response: Type.Object({ [PURCHASED]: Type.Array(tradeSchema) }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(services.db, readerOf(client), values.offeringId));
      const which = { offeringId: row.offering_id, state: values.tradeStatus };
      return { fields: { [PURCHASED]: await listTrades(services, which, tradeFields) } };
    },
  });
}
