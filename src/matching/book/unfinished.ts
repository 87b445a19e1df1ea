import type { Sweep } from '../search/index.ts';
import type { UnfinishedWork } from '../shared/index.ts';
import type { OrderId, Records, Ref, Shares } from '../store/index.ts';

/** An execution that a slice has found in part, or of which it has made some matches (M17). */
export interface Unfinished {
  readonly initiator: Ref;
  /** Null once all contras are found, and in a book from a snapshot. */
  readonly search: Sweep | null;
  /** How far they have been searched for; 0: they are found. */
  readonly searched: number;
  readonly contras: readonly Ref[];
  readonly fills: readonly number[];
  /** The index of the next contra. */
  next: number;
  /** Shares of the initiator's least fill that no match has given yet; at most 0: it has them. */
  owed: Shares;
  /** Search steps that are left to the command for retries. */
  readonly steps: number;
}

/** As a snapshot keeps it. */
export function workOf(unfinished: Unfinished, records: Records): UnfinishedWork {
  const { initiator, searched, contras, fills, next, owed, steps } = unfinished;
  const matches = contras.slice(next).map((contra, i) => [records.orderId(contra), fills[next + i]!] as const);
  const work = { initiatorId: records.orderId(initiator), steps, matches };
  if (searched > 0) return { ...work, searched };
  return owed > 0 ? { ...work, owed } : work;
}

export function unfinishedOf(
  { initiatorId, steps, matches, searched = 0, owed = 0 }: UnfinishedWork,
  find: (orderId: OrderId) => Ref,
): Unfinished {
  const contras = matches.map(([contraId]) => find(contraId));
  const fills = matches.map(([, quantity]) => quantity);
  return { initiator: find(initiatorId), search: null, searched, contras, fills, next: 0, owed, steps };
}
