/** Entries of the files for the bank, whatever they are for: debits and credits (A13). */
import type { Db } from '../../../../database/schema/index.ts';
import type { Entry, EntryBatch, Originator } from '../../../../providers/bank/index.ts';
import type { AchDeps, BankNumbers } from '../accounts/index.ts';

/** The services that entries are moved with: no call is under way there. */
export type EntryDeps = Pick<AchDeps, 'db' | 'secrets' | 'outbox' | 'nowUs'>;

/**
 * A kind of entries. Their numbers come from one sequence, so that a trace number names one entry of all kinds (A14).
 */
export interface EntryRail {
  /**
   * Makes Submitted what was Pending at the cut-off, as far as the file has room, with day and trace number; voids
   * what must not be sent any more (T14).
   */
  submit(deps: EntryDeps, transaction: Db, batch: DueBatch): Promise<readonly OutgoingEntry[]>;
  /** Numbers of those Submitted that went out with the batch of this day or an earlier one, at most `limit`. */
  submittedUntil(db: Db, day: string, limit: number): Promise<readonly number[]>;
  /** The number of the newest that went out under the trace number. */
  withTrace(db: Db, traceNumber: string): Promise<number | undefined>;
  /** The entry, which nobody else changes before the transaction ends. */
  hold(deps: EntryDeps, transaction: Db, number: number): Promise<HeldEntry | undefined>;
}

export interface DueBatch {
  readonly originator: Originator;
  /** The bank business day of the batch, YYYY-MM-DD. */
  readonly day: string;
  /** Its cut-off, microseconds. */
  readonly cutOff: number;
  readonly limit: number;
  /** The most that the entries may sum to. */
  readonly centsMax: bigint;
}

export interface OutgoingEntry {
  /** Entries of the same key are one batch of the file, under this heading. */
  readonly key: string;
  readonly heading: Pick<
    EntryBatch,
    'direction' | 'entryClass' | 'companyName' | 'discretionaryData' | 'entryDescription'
  >;
  readonly entry: Entry;
  /** Six-decimal text. */
  readonly amount: string;
}

export interface HeldEntry {
  readonly number: number;
  readonly client_id: string;
  readonly account_id: string;
  readonly status: string;
  readonly amount: string;
  /** As they were sent. */
  readonly numbers: BankNumbers;
  /** Its money has arrived, here or there; with the webhooks of that. */
  settle(): Promise<void>;
  /** The bank sent it back for this reason; with the webhooks of that. */
  takeBack(errors: string): Promise<void>;
}
