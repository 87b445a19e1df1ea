import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Outcome, SecurityCommand, SecurityView } from '../../exchange/api/index.ts';
import type { WebhookSink } from '../../http/methods/index.ts';
import type { Billing } from './billed-calls.ts';
import type { Documents } from './documents/index.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { LongReads } from './list/long-reads.ts';
import type { WebhookOutbox } from './outbox/webhook-outbox.ts';

/** What every module of reference data is built from. */
export interface ModuleServices {
  readonly db: Kysely<Schema>;
  /** For lists that take long; absent: they run on db. */
  readonly longReads?: LongReads;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  readonly secrets: Secrets;
  readonly venue: Venue;
  readonly documents: Documents;
  /** Where callers reach the API, without a slash at its end: links to hosted pages begin with it. */
  readonly publicUrl: () => string;
  /**
   * Webhooks to a client whose records somebody else changed: the operator, a batch, a provider; fired once the change
   * is durable. What the client's own call changes is sent by its answer (Answer.webhook).
   */
  readonly webhooks: WebhookSink;
  /** Webhooks of changes, in the transaction of the change. */
  readonly outbox: WebhookOutbox;
  /** Answers of calls with an Idempotency-Key. */
  readonly keptAnswers: KeptAnswers;
  /** Marks of calls that are billed. */
  readonly billing: Billing;
}

/** Encryption at rest of short texts: tax ids, bank numbers. */
export interface Secrets {
  /** `context` says where the value belongs, for example accounts.tax_id:A10000001; it must be the same when opened. */
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** What the offerings need of the exchange: they are its securities. */
export interface Venue {
  /** Resolves once the command is durable; rejects with VenueUnavailable when the venue takes no commands. */
  submit(command: SecurityCommand): Promise<Outcome>;
  securities(): readonly SecurityView[];
}
