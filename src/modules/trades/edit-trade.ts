import Type from 'typebox';
import type { OfferingRow, TradeRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { offeringOfTrade, remainingShares } from '../offerings/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line, positiveAmount, sixDecimals, textOrNull, textsSchema } from '../shared/values/index.ts';
import { requireEditAllowed } from './investment-limits.ts';
import { type PaymentRail, refuseOtherTotal } from './payment-rail.ts';
import { priceOf, totalAmount } from './trade-amounts.ts';
import type { TradeOptions } from './trade-options.ts';
import { changeTrade, holdTrade, ofAccount } from './trade-records.ts';
import { closeId } from './trade-webhooks.ts';

const EDITABLE: ReadonlySet<string> = new Set(['CREATED', 'FUNDED']);

export function editTrade(
  services: ModuleServices,
  rails: readonly PaymentRail[],
  { enforcesLimits }: TradeOptions,
): Method {
  return defineMethod({
    name: 'editTrade',
    verb: 'PUT',
    group: 'Trades',
    summary: 'Changes the number of units of a trade that is CREATED or FUNDED',
    description:
      'The units are taken from the offering, or given back to it (106 when fewer remain). In another state, or when ' +
      'account, offering and trade do not belong together: 190. Other units of a FUNDED trade, or of one with a live ' +
      'payment: 150. sharePrice is the price of all of its units.',
    refusals: [150, 190],
    parameters: {
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      offeringId: required(numericId({ description: 'the offering of the trade' })),
      tradeId: required(numericId({ description: 'trade id' })),
      shares: required(positiveAmount('units')),
      closeId: optional(line('the closing that the trade belongs to')),
    },
    response: Type.Object({
      TradeFinancialDetails: Type.Object({
        ...textsSchema('tradeId', 'shares', 'sharePrice', 'totalShares', 'remainingShares').properties,
        closeId: textOrNull(),
      }),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const { accountId, offeringId, tradeId } = values;
      const trade = ofAccount(await holdTrade(db, { clientId: client.clientId, tradeId }), accountId);
      if (trade === undefined || trade.offering_id !== offeringId) throw new ApiError(190);
      if (!EDITABLE.has(trade.order_status)) throw new ApiError(190, `the state is ${trade.order_status}`);
      const units = sixDecimals(values.shares);
      const total_amount = totalAmount({ unitPrice: trade.unit_price, units, fees: trade.fees }, 'shares');
      await refuseOtherTotal(db, trade, total_amount, rails);
      const edited = { unit_price: trade.unit_price, total_shares: units };
      if (enforcesLimits) await requireEditAllowed(db, trade, edited, 'shares');
      const changes = { values: { total_shares: units, total_amount, close_id: values.closeId } };
      const { row, webhooks } = await changeTrade(db, trade, changes, services.nowUs());
      const fields = editedFields(row, await offeringOfTrade(db, row.offering_id));
      const webhook = { ...fields, ...closeId(row) };
      return { fields: { TradeFinancialDetails: fields }, webhook, alsoFires: webhooks };
    }),
  });
}

/** totalShares and remainingShares are those of the offering. */
function editedFields(trade: TradeRow, offering: OfferingRow) {
  return {
    tradeId: String(trade.trade_id),
    shares: trade.total_shares,
    sharePrice: priceOf(trade.unit_price, trade.total_shares),
    totalShares: offering.total_shares,
    remainingShares: remainingShares(offering),
    closeId: trade.close_id,
  };
}
