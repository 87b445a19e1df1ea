import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { archivedFlag, archiveStatus } from '../shared/methods/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { textsSchema } from '../shared/values/index.ts';
import { anyTradeId, tradeEnd } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { changeTrade, holdTrade } from './trade-records.ts';

export function updateTradeArchivestatus(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateTradeArchivestatus',
    verb: 'POST',
    group: 'Trades',
    summary: 'Archives a trade, or makes it active again',
    description:
      'Archived trades are still read, and hold their units; lists leave them out unless they are asked for.',
    refusals: [TRADE.unknown],
    parameters: { tradeId: required(anyTradeId()), archiveStatus: required(archiveStatus()) },
    response: Type.Object({
      tradeDetails: Type.Array(textsSchema('tradeId', 'partyId', 'offeringId', 'orderStatus', 'archiveStatus')),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const trade = found(TRADE, await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId }));
      const changes = { values: { archived: archivedFlag(values.archiveStatus) } };
      const { row } = await changeTrade(db, trade, changes, services.nowUs());
      const fields = { tradeId: String(row.trade_id), ...tradeEnd(row), archiveStatus: values.archiveStatus };
      return { fields: { tradeDetails: [fields] }, webhook: fields };
    }),
  });
}
