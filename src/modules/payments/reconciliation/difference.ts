import type { DifferenceReads } from './reconciliation-deps.ts';

/** What may differ between the books and the bank (A27). */
export interface DifferenceKind {
  readonly means: string;
  /** Whether it stays whatever is recorded, so that a person may say that nothing is to be done any more (A29). */
  readonly isEndedByHand: boolean;
}

/** In the order in which they are listed. */
export const DIFFERENCES = {
  bankEntry: { means: 'an entry of a bank file that was not followed', isEndedByHand: true },
  bankAmount: { means: 'an entry of a bank file with another amount than its payment', isEndedByHand: true },
  bankFile: { means: 'a file of the bank that was refused, or is not read', isEndedByHand: false },
  batch: { means: 'a batch whose record does not agree with its payments', isEndedByHand: true },
  underWay: { means: 'a payment that has been Submitted for longer than it takes to settle', isEndedByHand: false },
  receipt: { means: 'a wire or a check of which something is for no trade', isEndedByHand: false },
  due: { means: 'a FUNDED trade of which something is due', isEndedByHand: false },
  receivable: { means: 'a trade that takes no payment any more, of which something is due', isEndedByHand: true },
  cash: { means: 'a custody account with cash below 0', isEndedByHand: false },
  escrow: { means: 'an offering with escrow below 0', isEndedByHand: false },
} as const satisfies Readonly<Record<string, DifferenceKind>>;

export type Kind = keyof typeof DIFFERENCES;
export const KINDS = Object.keys(DIFFERENCES) as readonly Kind[];

/** What a difference is about. What does not apply is null or absent. */
export interface About {
  readonly account_id?: string | null;
  readonly offering_id?: number | null;
  readonly trade_id?: number | null;
  readonly receipt_id?: number | null;
  readonly refund_id?: number | null;
  readonly rail?: string | null;
  readonly number?: number | null;
  readonly file_name?: string | null;
  readonly line?: number | null;
  readonly batch_day?: string | null;
  readonly problem?: string | null;
}

/** A difference as the records show it. */
export interface Difference extends About {
  readonly kind: Kind;
  /** Names it among those of its kind. */
  readonly record: string;
  readonly client_id: string | null;
  /** In millionths; null: it has none. */
  readonly amount: bigint | null;
  /** In microseconds. */
  readonly since: number;
  /** Its place in its source. */
  readonly place: Place;
}

export type Place = readonly string[];

interface Slice {
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Differences in an order, which a cursor goes on in. */
export interface Source {
  readonly name: string;
  readonly kind: Kind;
  /** Whether a cursor may name the place. */
  isPlace(place: Place): boolean;
  read(reads: DifferenceReads, slice: Slice): Promise<readonly Difference[]>;
  find(reads: DifferenceReads, record: string): Promise<Difference | undefined>;
}
