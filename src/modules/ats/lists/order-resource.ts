import Type from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import {
  amountFrom,
  type Expiration,
  executedFields,
  isTerminal,
  ORDER_STATUSES,
  type OrderStatus,
  priceText,
  reasonCodeOf,
  reasonCodeOrNull,
  sharesText,
  shownTerms,
  termsFrom,
} from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import type { Item, Resource, Row } from '../../shared/list/index.ts';
import { millionthsField, numberField, textField, timeField, wordField } from '../../shared/record/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import {
  type AtsDeps,
  amountText,
  executedSchema,
  shownTermsSchema,
  sideText,
  symbolField,
  symbolSchema,
  whySchema,
  yesOrNo,
} from '../shared/index.ts';
import {
  latestMatches,
  NEGOTIATION_WORDS,
  negotiationOf,
  ORDER_WORDS,
  SETTLEMENT_WORDS,
  TRADE_ORDER_WORDS,
} from './aftermath.ts';
import { symbolFilter } from './only-filter.ts';
import { orderPage } from './order-pages.ts';

const EXPIRATION_CODES: Readonly<Record<Expiration, string>> = {
  GTC: '1',
  Day: '2',
  Other: '3',
  IOC: '4',
  Auction: '5',
};

const STATUS_WORDS: Readonly<Record<OrderStatus, OrderStatus>> = {
  Pending: 'Pending',
  Live: 'Live',
  'Partially Executed': 'Partially Executed',
  Executed: 'Executed',
  Cancelled: 'Cancelled',
  'Partially Executed & Cancelled': 'Partially Executed & Cancelled',
  'Not Approved': 'Not Approved',
};

const orderId = numberField('order_id', { filter: 'indexed' });

/** A client's own orders as GET /v3/ats/orders shows them (H1). */
export function orderResource(deps: AtsDeps): Resource<'order_list'> {
  const { exchange, records } = deps;
  return {
    deps: records,
    table: 'order_list',
    id: 'order_id',
    hides: 'nothing',
    counted: false,
    pageOf: (query) => orderPage(records, query, exchange),
    scope: 'ats_order.read.pii_medium',
    fields: {
      orderId,
      order_Id: orderId,
      securityId: numberField('security_id'),
      symbol: symbolFilter(exchange),
      memberId: textField('member_id'),
      accountId: textField('account_id', { filter: 'indexed' }),
      securityType: wordField('side', { Bid: 'buy', Offer: 'sell' }),
      type: wordField('type', { Limit: 'Limit', RFQ: 'RFQ', Block: 'Block' }),
      status: wordField('book_state', { Active: 'Active', Inactive: 'Inactive' }),
      orderStatus: wordField('status', STATUS_WORDS),
      shares: numberField('quantity', { range: true }),
      remainingShares: numberField('remaining', { range: true }),
      sharePrice: millionthsField('price'),
      contingencies: textField('contingency'),
      token: textField('token'),
      createdDate: timeField('created_at'),
      updatedDate: timeField('updated_at'),
    },
    itemSchema,
    items: async (rows): Promise<Item[]> => {
      const names = await deps.accounts.names(rows.map(({ account_id }) => account_id));
      const later = await laterOf(deps, rows);
      return Promise.all(
        rows.map(async (row) => ({ ...itemOf(deps, row, names, later(row)), ...(await heldField(deps, row)) })),
      );
    },
  };
}

const code = (description: string) => Type.String({ description });
const wordOrNull = (words: readonly string[], description: string) =>
  Type.Union([Type.Enum([...words]), Type.Null()], { description });

const itemSchema = namedObject('Order', {
  ...textsSchema(...['securityId', 'securityName', 'memberId', 'orderId', 'securityType', 'shares', 'remainingShares'])
    .properties,
  ...textsSchema(...['sharePrice', 'amount', 'allOrNone', 'deleted', 'createdDate']).properties,
  ...textsSchema(
    ...['updatedDate', 'contingencies', 'solicited', 'minimumQuantity', 'expiration', 'cancelExecutionTime'],
  ).properties,
  symbol: symbolSchema,
  expirationType: code('1 GTC, 2 Day, 3 Other, 4 IOC.'),
  expirationDate: textOrNull('The date that was sent with Other; of a Day order the New York date of its entry.'),
  accountId: textOrNull(),
  accountName: textOrNull(),
  priceNotDisplayed: code('No when disclosePrice was Yes.'),
  type: Type.Enum(['Limit', 'RFQ', 'Block']),
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  status: Type.Enum(['Active', 'Inactive'], { description: 'Active while the order is Live or Partially Executed.' }),
  tradeStatus: wordOrNull(
    ORDER_WORDS,
    'Settlement of its latest match (Busted is an extension); null before the first.',
  ),
  tradeOrderStatus: wordOrNull(TRADE_ORDER_WORDS, 'The same; null before the first.'),
  negotiationStatus: wordOrNull(NEGOTIATION_WORDS, 'Of an RFQ order (Ended is an extension); null for Limit.'),
  updatedBy: code('The client, when it entered, replaced or cancelled the order last; 0: the venue or the issuer.'),
  executionTime: code(
    'Seconds between the command and its acceptance by the clock of the venue, which are one moment.',
  ),
  operationHrStatus: code('1 received while the market was open, else 0.'),
  origination: code('platform: it came over this API.'),
  cancelDate: textOrNull('When it was cancelled or expired.'),
  token: textOrNull(),
  minimumThreshold: code('minimumQuantity in whole shares, as createOrder takes it.'),
  ...whySchema,
  ...executedSchema,
  ...shownTermsSchema,
});

/** What came after the matching (H5, H6). */
type Later = Record<'tradeStatus' | 'tradeOrderStatus' | 'negotiationStatus', string | null>;

/** Adds it to each of these orders, read for all of them at once. */
async function laterOf(
  { records, aftermath }: AtsDeps,
  rows: readonly Row<'order_list'>[],
): Promise<(row: Row<'order_list'>) => Later> {
  const matches = await latestMatches(
    records.db,
    rows.map(({ order_id }) => order_id),
  );
  const untraded = rows.filter(({ type, order_id }) => type === 'RFQ' && !matches.has(order_id));
  const [settlements, quotes] = await Promise.all([
    aftermath.settlements([...new Set(matches.values())]),
    aftermath.quotes(untraded.map(({ order_id }) => order_id)),
  ]);
  return ({ order_id, type, status }) => {
    const matchId = matches.get(order_id);
    const isMatched = matchId !== undefined;
    const words = isMatched ? SETTLEMENT_WORDS[settlements.get(matchId)?.status ?? 'PENDING'] : undefined;
    return {
      tradeStatus: words?.order ?? null,
      tradeOrderStatus: words?.tradeOrder ?? null,
      negotiationStatus: type === 'RFQ' ? negotiationOf(status, isMatched, quotes.get(order_id)) : null,
    };
  };
}

function itemOf({ exchange }: AtsDeps, row: Row<'order_list'>, names: ReadonlyMap<string, string>, later: Later): Item {
  const security = exchange.security(row.security_id);
  const isRfq = row.type === 'RFQ';
  const isCancelled = row.status === 'Cancelled' || row.status === 'Partially Executed & Cancelled';
  return {
    securityId: String(row.security_id),
    securityName: security?.name ?? '',
    ...symbolField(security),
    expirationType: EXPIRATION_CODES[row.expiration],
    expiration: row.expiration,
    expirationDate: row.expiration === 'Day' ? easternDate(row.created_at) : row.expiration_date,
    memberId: row.member_id,
    orderId: String(row.order_id),
    accountId: row.account_id,
    accountName: (row.account_id === null ? undefined : names.get(row.account_id)) ?? null,
    securityType: sideText(row.side),
    shares: sharesText(row.quantity),
    remainingShares: sharesText(row.remaining),
    ...executedFields({ ...row, executed: amountFrom(row.executed) }),
    sharePrice: priceText(row.price),
    amount: amountText(isRfq ? 0 : row.price, row.quantity),
    priceNotDisplayed: yesOrNo(row.disclosed === 0),
    allOrNone: yesOrNo(row.contingency === 'All or None'),
    status: row.book_state,
    type: row.type,
    tradeStatus: later.tradeStatus,
    orderStatus: row.status,
    tradeOrderStatus: later.tradeOrderStatus,
    negotiationStatus: later.negotiationStatus,
    deleted: 'Active',
    createdDate: timestamp(row.created_at),
    updatedDate: timestamp(row.updated_at),
    updatedBy: changedByClient(row) ? row.client_id : '0',
    executionTime: '0',
    contingencies: row.contingency,
    solicited: yesOrNo(row.solicited === 1),
    minimumQuantity: sharesText(row.minimum),
    minimumThreshold: String(row.minimum),
    operationHrStatus: String(row.in_session),
    origination: 'platform',
    cancelDate: isCancelled ? timestamp(row.updated_at) : null,
    cancelExecutionTime: '0',
    token: row.token,
    reason: row.reason,
    reasonCode: isTerminal(row.status) ? reasonCodeOrNull(row.last_change) : null,
    selfTradePrevention: row.self_trade ?? 'None',
    ...shownTerms(termsFrom(row.optional)),
  };
}

/** The cause of a hold is known to the exchange alone (F9). */
async function heldField({ exchange }: AtsDeps, { order_id, last_change }: Row<'order_list'>): Promise<Item> {
  if (last_change !== 'held') return {};
  const order = await exchange.order(order_id);
  return order === undefined || order.held === null ? {} : { held: reasonCodeOf(order.held) };
}

/** A fill, an expiry, an approval and the end of a security are not the client's. */
function changedByClient({ last_change, status, created_at, updated_at }: Row<'order_list'>): boolean {
  if (status === 'Executed' || status === 'Partially Executed') return false;
  if (last_change === null) return created_at === updated_at;
  return last_change === 'replaced' || last_change === 'cancelled';
}
