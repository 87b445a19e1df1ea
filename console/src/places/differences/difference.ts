/** A difference between the books and the bank (A27) as the place reads it. */
import { type Desk, pathOf } from '../../data/index.ts';
import { differenceWords } from '../../views/index.ts';

export interface Difference {
  readonly kind: string;
  readonly record: string;
  readonly means: string;
  readonly problem: string | null;
  readonly amount: string | null;
  readonly clientId: string;
  readonly accountId: string | null;
  readonly offeringId: string | null;
  readonly tradeId: string | null;
  readonly receiptId: string | null;
  readonly refundId: string | null;
  readonly rail: string | null;
  readonly referenceNumber: string | null;
  readonly fileName: string | null;
  readonly line: number | null;
  readonly batchDay: string | null;
  readonly since: string;
  readonly ageDays: number;
  readonly owner: string | null;
  readonly note: string | null;
  readonly takenDate: string | null;
  readonly doneBecause: string | null;
  readonly doneDate: string | null;
}

/** Kinds that a person ends; others end with their cause. */
export const ENDED_BY_HAND: ReadonlySet<string> = new Set(['bankEntry', 'bankAmount', 'batch', 'receivable']);

export const kindWords = ({ kind }: Pick<Difference, 'kind'>): string => differenceWords(kind);

/** Of its page. */
export const idOf = ({ kind, record }: Difference): string => `${kind} ${record}`;

/** The record that it is about, in words, and its page. */
export function aboutOf(one: Difference): { readonly words: string; readonly path?: string } {
  const { receiptId, rail, referenceNumber, tradeId, fileName, line, batchDay, accountId, offeringId, refundId } = one;
  if (receiptId !== null) {
    return { words: `${rail === 'WIRE' ? 'Wire' : 'Check'} ${receiptId}`, path: pathOf('receipts', receiptId) };
  }
  if (fileName !== null && line !== null) {
    return { words: `Line ${line} of ${fileName}`, path: pathOf('bank-notices', `${line} ${fileName}`) };
  }
  if (fileName !== null) return { words: fileName };
  if (refundId !== null) return { words: `Refund ${refundId}`, path: pathOf('refunds', `${tradeId}-${refundId}`) };
  if (rail !== null && referenceNumber !== null) {
    const id = `${rail}-${referenceNumber}`;
    return { words: `Payment ${id}`, path: pathOf('payments', id) };
  }
  if (tradeId !== null) return { words: `Investment ${tradeId}`, path: pathOf('investments', tradeId) };
  if (batchDay !== null) return { words: `Batch of ${batchDay}`, path: pathOf('reconciliation', batchDay) };
  if (accountId !== null) return { words: `Account ${accountId}`, path: pathOf('accounts', accountId) };
  if (offeringId !== null) return { words: `Offering ${offeringId}`, path: pathOf('offerings', offeringId) };
  return { words: one.record };
}

/** By whom the reader would take it. */
export const selfOf = ({ session }: Desk): string => session.capabilities.user?.userId ?? session.api.clientId ?? '';

export async function readDifference({ session }: Desk, id: string): Promise<Difference> {
  const [kind = '', ...record] = id.split(' ');
  const asked = { kind, record: record.join(' ') };
  const [found] = (await session.api.call('getDifferences', asked)).differences as Difference[];
  if (found === undefined) throw new Error('It has ended: the records agree.');
  return found;
}
