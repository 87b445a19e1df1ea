/** Records that a script is about, found by their words or ids among the newest of the client. */
import type { MethodName } from '../../client/index.ts';
import {
  type Desk,
  dollarText,
  type Fields,
  OPEN_STATUSES,
  orderOf,
  priceText,
  quantityText,
  tradeOf,
} from '../../data/index.ts';
import { type Find, findIn } from '../../parts/index.ts';
import { RAILS } from '../../views/index.ts';

interface Source {
  readonly method: MethodName;
  readonly asks?: Fields;
  /** Of the answer. */
  readonly key: string;
  readonly id: string;
  readonly words: (desk: Desk, record: Fields) => string;
}

const SHOWN = 100;

interface Terms {
  readonly side: string;
  readonly quantity: string | number;
  readonly securityId: string;
  readonly price: string;
}

const traded = ({ securities }: Desk, { side, quantity, securityId, price }: Terms) =>
  `${side} ${quantityText(quantity)} ${securities.titleOf(securityId)} at ${priceText(price)}`;

const open = { asks: { limit: SHOWN, filter: JSON.stringify({ orderStatus: OPEN_STATUSES }) } };

const SOURCES = {
  order: {
    ...{ method: 'listAtsOrders', key: 'ats_orders', id: 'orderId', ...open },
    words: (desk, record) => {
      const order = orderOf(record);
      return traded(desk, { ...order, quantity: order.remaining });
    },
  },
  match: {
    ...{ method: 'listAtsTrades', key: 'ats_trades', id: 'tradeId', asks: { limit: SHOWN } },
    words: (desk, record) => {
      const trade = tradeOf(record);
      return `${traded(desk, trade)}, ${trade.settlement.toLowerCase()}`;
    },
  },
  block: {
    ...{ method: 'getBlocks', key: 'blocks', id: 'blockId' },
    words: (desk, block) => {
      const { counterpartyId, ...terms } = block as unknown as Omit<Terms, 'side'> & {
        readonly counterpartyId: string;
      };
      const side = block.action === 'Bid' ? 'Buy' : 'Sell';
      return `${traded(desk, { ...terms, side })} with ${counterpartyId}`;
    },
  },
  debit: {
    ...{ method: 'getPayments', key: 'payments', id: 'referenceNumber', asks: { rail: 'ACH' } },
    words: paymentWords,
  },
  card: {
    ...{ method: 'getPayments', key: 'payments', id: 'referenceNumber', asks: { rail: 'CARD' } },
    words: paymentWords,
  },
  deposit: {
    ...{ method: 'getPayments', key: 'payments', id: 'referenceNumber', asks: { rail: 'CUSTODY' } },
    words: paymentWords,
  },
  investment: {
    ...{ method: 'listTrades', key: 'trades', id: 'tradeId', asks: { limit: SHOWN } },
    words: (_, { totalAmount, accountId, transactionType }) =>
      `${dollarText(String(totalAmount))} of ${accountId}, ${transactionType}`,
  },
  refund: {
    ...{ method: 'getRefunds', key: 'refunds', id: 'refundId' },
    words: (_, { amount, accountId, status }) => `${dollarText(String(amount))} to ${accountId}, ${status}`,
  },
  disbursement: {
    ...{ method: 'getCustodyFundDisbursements', key: 'custodyFundDisbursements', id: 'requestId' },
    words: (_, { amount, accountId, status }) => `${dollarText(String(amount))} of ${accountId}, ${status}`,
  },
  signature: {
    ...{ method: 'listSignatures', key: 'signatures', id: 'signatureId', asks: { limit: SHOWN } },
    words: (_, { templateName, signerName, status }) => `${templateName}: ${signerName ?? ''} ${status}`,
  },
  review: {
    ...{ method: 'listKycReviews', key: 'kycReviews', id: 'requestId', asks: { limit: SHOWN } },
    words: (_, { investorId, kycStatus, amlStatus }) => `${investorId}: KYC ${kycStatus}, AML ${amlStatus}`,
  },
} as const satisfies Readonly<Record<string, Source>>;

export type RecordKind = keyof typeof SOURCES;

function paymentWords(_: Desk, { rail, amount, accountId, status }: Fields): string {
  return `${RAILS[String(rail)] ?? rail} ${dollarText(String(amount))} of ${accountId}, ${status}`;
}

/** They are read once for each form. A text that is no part of them is taken as an id. */
export function findOf(desk: Desk, kind: RecordKind): Find {
  const { method, asks, key, id, words }: Source = SOURCES[kind];
  let read: Promise<Fields> | undefined;
  return async (text) => {
    read ??= desk.session.api.call(method, asks);
    const records = ((await read)[key] as readonly Fields[]).filter((record) => record[id] !== null);
    return findIn(() => records.map((one) => ({ id: String(one[id]), name: words(desk, one) })))(text);
  };
}
