import type { TradeRow } from '../../../database/schema/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import type { Item, ReadDeps, Resource } from '../../shared/list/index.ts';
import { amountField, listFields, numberField, textField, timeField, wordField } from '../../shared/record/index.ts';
import { changedTimestamp, textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import { moneyFields, moneyOfTrades, moneySchema } from '../money/index.ts';
import {
  accountsOf,
  approvalFields,
  approvalSchema,
  EDITABLE_FIELDS,
  eligibleWord,
  issueNames,
  TRADE_LEVELS,
} from '../records/index.ts';

/** Trades as GET /v3/trades shows them. */
export function tradeResource(deps: ReadDeps): Resource<'trades'> {
  return {
    deps,
    table: 'trades',
    id: 'trade_id',
    hides: 'deletedOrArchived',
    scope: 'trade.read',
    levels: TRADE_LEVELS,
    fields: {
      tradeId: numberField('trade_id', { filter: 'indexed' }),
      offeringId: numberField('offering_id', { filter: 'indexed' }),
      accountId: textField('account_id', { filter: 'indexed' }),
      partyId: textField('party_id'),
      transactionType: textField('transaction_type'),
      totalAmount: amountField('total_amount'),
      totalShares: amountField('total_shares'),
      unitPrice: amountField('unit_price'),
      orderStatus: textField('order_status'),
      esignStatus: textField('esign_status'),
      eligibleToClose: wordField('eligible_to_close', { yes: 1, no: 0 }),
      archived: wordField('archived', { '0': 0, '1': 1 }),
      ...listFields(EDITABLE_FIELDS),
      createdDate: timeField('created_at'),
      updatedDate: timeField('updated_at'),
    },
    sums: { by: ['orderStatus', 'transactionType', 'esignStatus'], of: ['totalAmount', 'totalShares'] },
    itemSchema,
    items: async (rows): Promise<Item[]> => {
      const issues = await issueNames(deps.db, rows);
      const accounts = await accountsOf(deps.db, rows);
      const money = await moneyOfTrades(
        deps.db,
        rows.map(({ trade_id }) => trade_id),
      );
      return rows.map((row) => ({
        ...item(row),
        ...moneyFields(money.get(row.trade_id)),
        issueName: issues.get(row.offering_id) ?? null,
        accountName: accounts.get(row.account_id)?.account_name ?? null,
      }));
    },
  };
}

const itemSchema = namedObject('Trade', {
  ...textsSchema(
    ...['tradeId', 'id', 'offeringId', 'accountId', 'partyId', 'partyType', 'transactionType', 'totalAmount'],
    ...['totalShares', 'unitPrice', 'fees', 'orderStatus', 'createdDate', 'updatedDate', 'esignStatus'],
    ...['field1', 'field2', 'field3', 'eligibleToClose', 'archived'],
  ).properties,
  ...approvalSchema,
  ...moneySchema.properties,
  ...Object.fromEntries(
    ['issueName', 'accountName', 'escrowId', 'errors', 'documentKey', 'closeId'].map((name) => [name, textOrNull()]),
  ),
});

function item(trade: TradeRow): Item {
  return {
    tradeId: String(trade.trade_id),
    id: String(trade.trade_id),
    offeringId: String(trade.offering_id),
    accountId: trade.account_id,
    partyId: trade.party_id,
    partyType: 'IndivACParty',
    escrowId: null,
    transactionType: trade.transaction_type,
    totalAmount: trade.total_amount,
    totalShares: trade.total_shares,
    unitPrice: trade.unit_price,
    fees: trade.fees,
    orderStatus: trade.order_status,
    createdDate: timestamp(trade.created_at),
    updatedDate: changedTimestamp(trade.updated_at),
    errors: trade.errors,
    documentKey: trade.document_key,
    esignStatus: trade.esign_status,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    ...approvalFields(trade),
    closeId: trade.close_id,
    eligibleToClose: eligibleWord(trade),
    archived: String(trade.archived),
  };
}
