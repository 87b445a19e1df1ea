import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { positiveAmount, sixDecimals } from '../shared/values/index.ts';
import { requireEditAllowed } from './investment-limits.ts';
import { type PaymentRail, refuseOtherTotal } from './payment-rail.ts';
import { priceOf, totalAmount } from './trade-amounts.ts';
import type { TradeOptions } from './trade-options.ts';
import { changeTrade, holdTrade, ofAccount } from './trade-records.ts';

export function editTradeUnits(
  services: ModuleServices,
  rails: readonly PaymentRail[],
  { enforcesLimits }: TradeOptions,
): Method {
  return defineMethod({
    name: 'editTradeUnits',
    verb: 'POST',
    group: 'Trades',
    summary: 'Changes unit price and units of a trade that is CREATED',
    description:
      'The units are taken from the offering, or given back to it (106 when fewer remain). In another state, or when ' +
      'account and trade do not belong together: 190; another total while a payment is live: 150. sharePrice, a ' +
      'number, is unitPrice times totalShares.',
    refusals: [150, 190],
    parameters: {
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      tradeId: required(numericId({ description: 'trade id' })),
      unitPrice: required(positiveAmount('price of one unit')),
      totalShares: required(positiveAmount('units')),
    },
    response: Type.Object({
      TradeFinancialDetails: Type.Object({
        tradeId: Type.String(),
        sharePrice: Type.Number(),
        unitPrice: Type.String(),
        totalShares: Type.String(),
      }),
    }),
    handler: change(services, async ({ client, values }, db) => {
      const { accountId, tradeId } = values;
      const trade = ofAccount(await holdTrade(db, { clientId: client.clientId, tradeId }), accountId);
      if (trade === undefined) throw new ApiError(190);
      if (trade.order_status !== 'CREATED') throw new ApiError(190, `the state is ${trade.order_status}`);
      const unit_price = sixDecimals(values.unitPrice);
      const total_shares = sixDecimals(values.totalShares);
      const sum = { unitPrice: unit_price, units: total_shares, fees: trade.fees };
      const total_amount = totalAmount(sum, 'unitPrice');
      await refuseOtherTotal(db, trade, total_amount, rails);
      if (enforcesLimits) await requireEditAllowed(db, trade, { unit_price, total_shares }, 'totalShares');
      const changes = { values: { unit_price, total_shares, total_amount }, unitsField: 'totalShares' };
      const { row, webhooks } = await changeTrade(db, trade, changes, services.nowUs());
      const fields = {
        tradeId: String(row.trade_id),
        sharePrice: Number(priceOf(row.unit_price, row.total_shares)),
        unitPrice: row.unit_price,
        totalShares: row.total_shares,
      };
      return { fields: { TradeFinancialDetails: fields }, webhook: fields, alsoFires: webhooks };
    }),
  });
}
