import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema/index.ts';
import type { Outcome, SecurityCommand, SecurityView } from '../../exchange/api/index.ts';
import type { WebhookOutbox } from '../../webhooks/index.ts';
import type { Billing } from './billed-calls.ts';
import type { Documents } from './documents/index.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { LongReads } from './list/long-reads.ts';

/** The services that every module of reference data uses. */
export interface ModuleServices {
  readonly db: Kysely<Schema>;
  /** For long lists; absent: they run on db. */
  readonly longReads?: LongReads;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  readonly secrets: Secrets;
  readonly venue: Venue;
  readonly documents: Documents;
  /** The public address of the API without a final slash; links to hosted pages begin with it. */
  readonly publicUrl: () => string;
  /** Webhooks of changes, in the transaction of the change. */
  readonly outbox: WebhookOutbox;
  /** Stored responses of calls with an Idempotency-Key. */
  readonly idempotencyStore: IdempotencyStore;
  /** Counts of billed calls. */
  readonly billing: Billing;
}

/** Encryption at rest of short texts: tax ids, bank numbers. */
export interface Secrets {
  /** `context` names the place of the value, for example accounts.tax_id:A10000001; opening needs the same one. */
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** The part of the exchange that offerings use, because they are its securities. */
export interface Venue {
  /** Resolves once the command is durable; rejects with VenueUnavailable when the venue takes no commands. */
  submit(command: SecurityCommand): Promise<Outcome>;
  securities(): readonly SecurityView[];
}
