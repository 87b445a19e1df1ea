import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found, updateParameters, valuesOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress, textOrNull, textsSchema } from '../shared/values/index.ts';
import { anyTradeId, approvalSchema, EDITABLE_FIELDS } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { changeTrade, holdTrade, ofAccount } from './trade-records.ts';
import { updateFields, updateWebhook } from './trade-webhooks.ts';

export function updateTrade(services: ModuleServices): Method {
  return defineMethod({
    name: 'updateTrade',
    verb: 'POST',
    group: 'Trades',
    summary: 'Changes the approvals, custom fields and closing of a trade; what is not sent keeps its value',
    description: 'The state is changed by updateTradeStatus, the units by editTrade and editTradeUnits.',
    refusals: [TRADE.unknown],
    parameters: {
      tradeId: required(anyTradeId()),
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      ...updateParameters(EDITABLE_FIELDS, 'optional'),
      updatedIpAddress: optional(ipAddress()),
    },
    response: Type.Object({
      tradeDetails: Type.Array(
        Type.Object({
          ...textsSchema('tradeId', 'accountId', 'offeringId', 'orderStatus').properties,
          ...approvalSchema,
          ...textsSchema('field1', 'field2', 'field3').properties,
          closeId: textOrNull(),
        }),
      ),
    }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const held = await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId });
      const trade = found(TRADE, ofAccount(held, values.accountId));
      const edited = { ...valuesOf(EDITABLE_FIELDS, values), updated_ip_address: values.updatedIpAddress ?? ip };
      const { row, webhooks } = await changeTrade(db, trade, { values: edited }, services.nowUs());
      return { fields: { tradeDetails: [updateFields(row)] }, webhook: updateWebhook(row), alsoFires: webhooks };
    }),
  });
}
