/** A wire or a check (A23 to A26) as the place reads it. */
import type { Desk } from '../../data/index.ts';

export interface Receipt {
  readonly receiptId: string;
  readonly kind: string;
  readonly offeringId: string;
  readonly amount: string;
  readonly matchedAmount: string;
  readonly unmatchedAmount: string;
  readonly receivedDate: string;
  readonly reference: string;
  readonly payer: string;
  readonly status: string;
  readonly reason: string | null;
  readonly matches: readonly { readonly tradeId: string; readonly amount: string }[];
  readonly createdDate: string;
  readonly clientId: string;
}

export const KINDS: Readonly<Record<string, string>> = { Wire: 'WIRE', Check: 'CHECK' };
/** What a state is called, and what the API calls it. */
export const STATES: Readonly<Record<string, string>> = {
  'Waits for an investment': 'Unmatched',
  'Partly matched': 'Partly',
  Matched: 'Matched',
  Returned: 'Returned',
};
const SIGNS: Readonly<Record<string, string>> = { Unmatched: '◌', Partly: '◐', Matched: '✓', Returned: '↶' };

const wordOf = (words: Readonly<Record<string, string>>, value: string): string =>
  Object.entries(words).find(([, one]) => one === value)?.[0] ?? value;

export const kindWords = ({ kind }: Pick<Receipt, 'kind'>): string => wordOf(KINDS, kind);
export const stateWords = ({ status }: Pick<Receipt, 'status'>): string => wordOf(STATES, status);
export const stateText = (receipt: Receipt): string => `${SIGNS[receipt.status] ?? ''} ${stateWords(receipt)}`.trim();

export async function readReceipt({ session }: Desk, receiptId: string): Promise<Receipt> {
  const [receipt] = (await session.api.call('getReceipts', { receiptId })).receipts as Receipt[];
  if (receipt === undefined) throw new Error(`There is no receipt ${receiptId}.`);
  return receipt;
}
