import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import { priceText, sharesText } from '../../../exchange/api/index.ts';
import type { Item, Resource, Row } from '../../shared/list/index.ts';
import { millionthsField, numberField, textField, timeField, wordField } from '../../shared/record/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import {
  type AtsServices,
  amountText,
  blockFieldOf,
  blockMark,
  eventTimeOfMatch,
  type Settlement,
  symbolField,
  symbolSchema,
} from '../shared/index.ts';
import { SETTLEMENT_WORDS, TRADE_WORDS } from './aftermath.ts';
import { symbolFilter } from './only-filter.ts';
import { tradePage } from './trade-pages.ts';

/** A client's own sides of matches as GET /v3/ats/trades shows them (H2). */
export function atsTradeResource({ exchange, records, aftermath }: AtsServices): Resource<'trade_list'> {
  const offering = numberField('security_id');
  return {
    services: records,
    table: 'trade_list',
    id: 'trade_row_id',
    createdAt: 'matched_at',
    hides: 'nothing',
    counted: false,
    pageOf: (query) => tradePage(records, query, exchange),
    scope: 'ats_trade.read.pii_medium',
    fields: {
      tradeId: numberField('match_id', { filter: 'indexed' }),
      askId: numberField('sell_order_id', { filter: 'indexed' }),
      bidId: numberField('buy_order_id', { filter: 'indexed' }),
      offeringId: offering,
      securityId: offering,
      symbol: symbolFilter(exchange),
      memberId: textField('member_id'),
      accountId: textField('account_id'),
      partyType: wordField('side', { SELLER: 'sell', BUYER: 'buy' }),
      transactionType: wordField('side', { SELL: 'sell', BUY: 'buy' }),
      shares: numberField('quantity', { range: true }),
      sharePrice: millionthsField('price'),
      createdDate: timeField('matched_at'),
    },
    itemSchema: tradeSchema,
    items: async (rows): Promise<Item[]> => {
      const matchIds = [...new Set(rows.map(({ match_id }) => match_id))];
      const settlements = await aftermath.settlements(matchIds);
      const amendments = await exchange.amendmentsOf(matchIds);
      return rows.map((row) => {
        const { match_id: matchId } = row;
        const adjusted = amendments.get(matchId)?.adjusted ?? null;
        const item = itemOf({ ...row, ...adjusted }, settlements.get(matchId));
        const mark = adjusted === null ? {} : { adjusted: 'Yes' };
        return { ...item, ...mark, ...symbolField(exchange.security(row.security_id)) };
      });
    },
  };
}

const tradeSchema = Type.Object({
  ...textsSchema(...['memberId', 'askId', 'bidId', 'offeringId', 'partyType', 'tradeId', 'transactionType', 'amount'])
    .properties,
  ...textsSchema(...['sharePrice', 'shares', 'createdDate', 'updatedDate', 'deleted']).properties,
  symbol: symbolSchema,
  accountId: textOrNull(),
  eventTime: eventTimeOfMatch,
  block: blockMark,
  adjusted: Type.Optional(Type.Literal('Yes', { description: 'The operator corrected price or quantity (V65).' })),
  status: Type.Enum([...TRADE_WORDS], { description: 'By what was reported of the match.' }),
  reportingStatus: Type.Literal('PENDING', { description: 'The venue itself reports no trades to a regulator.' }),
  executionTime: Type.String({
    description: 'Milliseconds that the match took by the clock of the venue, for which a match is one moment.',
  }),
});

function itemOf(row: Row<'trade_list'>, settlement: Settlement | undefined): Item {
  const isSell = row.side === 'sell';
  const time = timestamp(row.matched_at);
  return {
    memberId: row.member_id,
    askId: String(row.sell_order_id),
    bidId: String(row.buy_order_id),
    offeringId: String(row.security_id),
    accountId: row.account_id,
    partyType: isSell ? 'SELLER' : 'BUYER',
    tradeId: String(row.match_id),
    transactionType: isSell ? 'SELL' : 'BUY',
    amount: amountText(row.price, row.quantity),
    sharePrice: priceText(row.price),
    shares: sharesText(row.quantity),
    status: SETTLEMENT_WORDS[settlement?.status ?? 'PENDING'].trade,
    reportingStatus: 'PENDING',
    createdDate: time,
    eventTime: formatInstant(row.matched_at),
    updatedDate: settlement === undefined ? time : timestamp(settlement.updatedAt),
    deleted: '0',
    executionTime: '0',
    ...blockFieldOf(row.block === 1),
  };
}
