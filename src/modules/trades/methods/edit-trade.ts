import Type from 'typebox';
import type { TradeRow } from '../../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../../http/parameters/index.ts';
import { offeringOfTrade, remainingShares } from '../../offerings/index.ts';
import { change } from '../../shared/change/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import { found, updateParameters, valuesOf } from '../../shared/record/index.ts';
import {
  ipAddress,
  line,
  MASKED,
  orNull,
  positiveAmount,
  priceOf,
  says,
  sixDecimals,
  textOrNull,
  textsSchema,
  view,
} from '../../shared/values/index.ts';
import { livePaymentOf, type PaymentRail, requireEditAllowed, totalAmount } from '../money/index.ts';
import {
  anyTradeId,
  approvalSchema,
  changeTrade,
  closeId,
  EDITABLE_FIELDS,
  holdTrade,
  ofAccount,
  TRADE,
  TRADE_CORE_VIEW,
  transactionType,
  updateFields,
  updateWebhook,
} from '../records/index.ts';
import type { TradeOptions } from './trade-options.ts';

const EDITABLE: ReadonlySet<string> = new Set(['CREATED', 'FUNDED']);

export function editTrade(deps: ModuleDeps, { enforcesLimits }: TradeOptions): Method {
  return defineMethod({
    name: 'editTrade',
    verb: 'PUT',
    summary: 'Changes the number of units of a trade that is CREATED or FUNDED',
    description:
      'The units are taken from the offering, or given back to it (106 when fewer remain, or less of maxAmount ' +
      'than they cost). In another state, or when account, offering and trade do not belong together: 190. The state ' +
      'and payments stay; getTrade shows what is then due or overpaid. sharePrice is the price of all of its units.',
    refusals: [190],
    parameters: {
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      offeringId: required(numericId({ description: 'the offering of the trade' })),
      tradeId: required(numericId({ description: 'trade id' })),
      shares: required(positiveAmount('units')),
      closeId: optional(line('the closing that the trade belongs to')),
    },
    response: Type.Object({ TradeFinancialDetails: EDITED_VIEW.schema }),
    handler: change(deps, async ({ client, values }, db) => {
      const { accountId, offeringId, tradeId } = values;
      const trade = ofAccount(await holdTrade(db, { clientId: client.clientId, tradeId }), accountId);
      if (trade === undefined || trade.offering_id !== offeringId) throw new ApiError(190);
      if (!EDITABLE.has(trade.order_status)) throw new ApiError(190, `the state is ${trade.order_status}`);
      const units = sixDecimals(values.shares);
      const total_amount = totalAmount({ unitPrice: trade.unit_price, units, fees: trade.fees }, 'shares');
      const edited = { unit_price: trade.unit_price, total_shares: units };
      if (enforcesLimits) await requireEditAllowed(db, trade, edited, 'shares');
      const changes = { values: { total_shares: units, total_amount, close_id: values.closeId } };
      const { row, webhooks } = await changeTrade(db, trade, changes, deps.nowUs());
      const fields = EDITED_VIEW.show({ ...row, offering: await offeringOfTrade(db, row.offering_id) });
      const webhook = { ...fields, ...closeId(row) };
      return { fields: { TradeFinancialDetails: fields }, webhook, alsoFires: webhooks };
    }),
  });
}

/** totalShares and remainingShares are those of the offering. */
const EDITED_VIEW = view<TradeRow & { readonly offering: Awaited<ReturnType<typeof offeringOfTrade>> }>()({
  tradeId: 'trade_id',
  shares: 'total_shares',
  sharePrice: says(({ unit_price, total_shares }) => priceOf(unit_price, total_shares)),
  totalShares: says(({ offering }) => offering.total_shares),
  remainingShares: says(({ offering }) => remainingShares(offering)),
  closeId: orNull('close_id'),
});

export function editTradeUnits(deps: ModuleDeps, { enforcesLimits }: TradeOptions): Method {
  return defineMethod({
    name: 'editTradeUnits',
    summary: 'Changes unit price and units of a trade that is CREATED',
    description:
      'The units are taken from the offering, or given back to it (106 when fewer remain, or less of maxAmount ' +
      'than they cost). In another state, or when account and trade do not belong together: 190. The state and ' +
      'payments stay, as with editTrade. sharePrice, a number, is unitPrice times totalShares.',
    refusals: [190],
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
    handler: change(deps, async ({ client, values }, db) => {
      const { accountId, tradeId } = values;
      const trade = ofAccount(await holdTrade(db, { clientId: client.clientId, tradeId }), accountId);
      if (trade === undefined) throw new ApiError(190);
      if (trade.order_status !== 'CREATED') throw new ApiError(190, `the state is ${trade.order_status}`);
      const unit_price = sixDecimals(values.unitPrice);
      const total_shares = sixDecimals(values.totalShares);
      const sum = { unitPrice: unit_price, units: total_shares, fees: trade.fees };
      const total_amount = totalAmount(sum, 'unitPrice');
      if (enforcesLimits) await requireEditAllowed(db, trade, { unit_price, total_shares }, 'totalShares');
      const unitsField = total_shares === trade.total_shares ? 'unitPrice' : 'totalShares';
      const changes = { values: { unit_price, total_shares, total_amount }, unitsField };
      const { row, webhooks } = await changeTrade(db, trade, changes, deps.nowUs());
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

const SHOWN = [
  ...['orderId', 'id', 'transactionType', 'offeringId', 'accountId', 'partyId', 'party_type', 'totalAmount'],
  ...['totalShares', 'orderStatus'],
] as const;

export function updateTradeTransactionType(deps: ModuleDeps, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'updateTradeTransactionType',
    summary: 'Changes the way in which a trade is paid',
    description: 'Only while the trade is CREATED (190) and no money is under way (150).',
    refusals: [TRADE.unknown, 190, 150],
    parameters: { tradeId: required(anyTradeId()), transactionType: required(transactionType()) },
    response: Type.Object({ TradeDetails: Type.Array(textsSchema('developerAPIKey', ...SHOWN)) }),
    handler: change(deps, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, tradeId: values.tradeId };
      const trade = found(TRADE, await holdTrade(db, of));
      if (trade.order_status !== 'CREATED') throw new ApiError(190);
      if ((await livePaymentOf(db, trade, rails)) !== undefined) throw new ApiError(150);
      const changes = { values: { transaction_type: values.transactionType } };
      const { row, webhooks } = await changeTrade(db, trade, changes, deps.nowUs());
      const webhook = { tradeId: String(row.trade_id), transactionType: row.transaction_type };
      return { fields: { TradeDetails: [shown(row)] }, webhook, alsoFires: webhooks };
    }),
  });
}

function shown(trade: TradeRow): Readonly<Record<string, unknown>> {
  const record: Readonly<Record<string, unknown>> = TRADE_CORE_VIEW.show(trade);
  return { ...Object.fromEntries(SHOWN.map((name) => [name, record[name]])), developerAPIKey: MASKED };
}

export function updateTrade(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'updateTrade',
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
    handler: change(deps, async ({ client, values, ip }, db) => {
      const held = await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId });
      const trade = found(TRADE, ofAccount(held, values.accountId));
      const edited = { ...valuesOf(EDITABLE_FIELDS, values), updated_ip_address: values.updatedIpAddress ?? ip };
      const { row, webhooks } = await changeTrade(db, trade, { values: edited }, deps.nowUs());
      return { fields: { tradeDetails: [updateFields(row)] }, webhook: updateWebhook(row), alsoFires: webhooks };
    }),
  });
}
