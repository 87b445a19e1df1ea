/** A refund, or what is to be given back (A30 to A35), as the place reads it. */
import { type Desk, dollarText, pathOf } from '../../data/index.ts';

export interface Refund {
  /** Null: it is to be made. */
  readonly refundId: string | null;
  readonly status: string;
  readonly rail: string;
  readonly paymentNumber: string | null;
  readonly amount: string;
  readonly tradeId: string;
  readonly offeringId: string;
  readonly accountId: string;
  readonly waitsUntil: string | null;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly errors: string | null;
  readonly batchDay: string | null;
  readonly traceNumber: string | null;
  readonly createdDate: string | null;
  readonly updatedDate: string;
  readonly clientId: string;
}

export const RAILS: Readonly<Record<string, string>> = {
  ACH: 'Credit (ACH)',
  CARD: 'Card',
  CUSTODY: 'Custody account',
  WIRE: 'Wire',
  CHECK: 'Check',
};
/** What the operator pays by hand. */
export const BY_HAND = ['WIRE', 'CHECK'];

const SIGNS: Readonly<Record<string, string>> = {
  ...{ Due: '!', Waiting: '◌', Pending: '◌', Submitted: '→', Settled: '✓', Returned: '↶' },
};

export const stateText = ({ status }: Refund): string => `${SIGNS[status] ?? '✕'} ${status}`;

/** Of its page: the investment, then the refund, or the payment that is to be given back. */
export const idOf = ({ tradeId, refundId, rail, paymentNumber }: Refund): string =>
  [tradeId, ...(refundId === null ? [rail, paymentNumber ?? 'none'] : [refundId])].join('-');

/** The payment whose money goes back, in words, and its page. */
export function sourceOf({
  rail,
  paymentNumber,
}: Refund): { readonly words: string; readonly path: string } | undefined {
  if (paymentNumber === null) return undefined;
  if (BY_HAND.includes(rail))
    return { words: `${RAILS[rail]} ${paymentNumber}`, path: pathOf('receipts', paymentNumber) };
  const id = `${rail}-${paymentNumber}`;
  return { words: `Payment ${id}`, path: pathOf('payments', id) };
}

export const titleOf = ({ names }: Desk, { amount, accountId }: Refund): string =>
  `${dollarText(amount)} back to account ${names.titleOf(accountId)}`;

/** Refunds that were made, and what is due or waits, of the investment. */
export async function readRefund({ session }: Desk, id: string): Promise<Refund> {
  const [tradeId = '', second = ''] = id.split('-');
  const isMade = /^\d+$/.test(second);
  for (const status of isMade ? [undefined] : ['Due', 'Waiting']) {
    for (let cursor: unknown; cursor !== null; ) {
      const asked = { tradeId, ...(status && { status }), ...(cursor === undefined ? {} : { cursor }) };
      const answer = await session.api.call('getRefunds', asked);
      const found = (answer.refunds as Refund[]).find((one) => idOf(one) === id);
      if (found !== undefined) return found;
      cursor = answer.nextCursor;
    }
  }
  throw new Error('It is not due any more: see the refunds that were made.');
}
