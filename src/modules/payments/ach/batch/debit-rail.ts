/** Debits as the batches and files of the bank see them, whatever they are for: payments of trades, deposits (A13). */
import type { Db } from '../../../../database/schema/index.ts';
import type { Debit, DebitBatch, Originator } from '../../../../providers/bank/index.ts';
import type { AchDeps, BankNumbers } from '../accounts/index.ts';

/** The services that debits are moved with: no call is under way there. */
export type DebitDeps = Pick<AchDeps, 'db' | 'secrets' | 'outbox' | 'nowUs'>;

/**
 * A kind of debits. Their numbers come from one sequence, so that a trace number names one debit of all kinds (A14).
 */
export interface DebitRail {
  /**
   * Makes Submitted what was Pending at the cut-off, as far as the file has room, with day and trace number; voids
   * debits that must not be paid any more (T14).
   */
  submit(deps: DebitDeps, transaction: Db, batch: DueBatch): Promise<readonly OutgoingDebit[]>;
  /** Numbers of those Submitted that went out with the batch of this day or an earlier one, at most `limit`. */
  submittedUntil(db: Db, day: string, limit: number): Promise<readonly number[]>;
  /** The number of the newest that went out under the trace number. */
  withTrace(db: Db, traceNumber: string): Promise<number | undefined>;
  /** The debit, which nobody else changes before the transaction ends. */
  hold(deps: DebitDeps, transaction: Db, number: number): Promise<HeldDebit | undefined>;
}

export interface DueBatch {
  readonly originator: Originator;
  /** The bank business day of the batch, YYYY-MM-DD. */
  readonly day: string;
  /** Its cut-off, microseconds. */
  readonly cutOff: number;
  readonly limit: number;
  /** The most that the debits may sum to. */
  readonly centsMax: bigint;
}

export interface OutgoingDebit {
  /** Debits of the same key are one batch of the file, under this heading. */
  readonly key: string;
  readonly heading: Pick<DebitBatch, 'entryClass' | 'companyName' | 'discretionaryData' | 'entryDescription'>;
  readonly debit: Debit;
  /** Six-decimal text. */
  readonly amount: string;
}

export interface HeldDebit {
  readonly number: number;
  readonly client_id: string;
  readonly account_id: string;
  readonly status: string;
  readonly amount: string;
  /** As they were sent. */
  readonly numbers: BankNumbers;
  /** Its money has arrived; with the webhooks of that. */
  settle(): Promise<void>;
  /** The bank sent it back for this reason; with the webhooks of that. */
  takeBack(errors: string): Promise<void>;
}
