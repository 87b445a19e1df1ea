import Type from 'typebox';
import type { TradeRow } from '../../database/schema/index.ts';
import type { SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findOffering, listTrades, OFFERING } from '../offerings/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { LONG_LIST_MAX } from '../shared/list/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { textOrNull } from '../shared/values/index.ts';
import { tradeRecord, tradeRecordSchema } from '../trades/index.ts';

/** Not the v3 host's method of this name: the trades of a security (C69). */
export function getAccount(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAccount',
    host: 'legacy',
    summary: `Trades of a security, oldest first, at most ${LONG_LIST_MAX.toLocaleString('en')}`,
    description: 'On the v3 host getAccount is the lookup of an account by its id.',
    refusals: [138],
    deprecated: true,
    parameters: { securityid: required(numericId<SecurityId>({ description: 'offering id' })) },
    response: Type.Object({ tradeDetails: Type.Array(recordSchema) }),
    handler: async ({ client, values }) => {
      const offering = found(OFFERING, await findOffering(deps.db, readerOf(client), values.securityid));
      const tradeDetails = await listTrades(deps, { offeringId: offering.offering_id }, recordFields);
      return { fields: { tradeDetails } };
    },
  });
}

const { users: _users, eligibleToClose: _eligible, ...shown } = tradeRecordSchema.properties;

/** As getTrade shows it on the v3 host, without users and eligibleToClose. */
const recordSchema = Type.Object({ ...shown, closeId: textOrNull() });

function recordFields(trade: TradeRow) {
  const { users: _, eligibleToClose: __, ...fields } = tradeRecord(trade);
  return { ...fields, closeId: trade.close_id };
}
