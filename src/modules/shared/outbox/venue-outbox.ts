/**
 * The webhooks of the venue, made durable (C71): no order waits for them. They are collected from the venue's durable
 * events and written to the outbox in batches, with the position that was reached, in one transaction. What a crash
 * kept from being written is made again at the next start, from the events behind the position.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../database/schema.ts';
import type { ExchangeEvent } from '../../../exchange/interface.ts';
import type { Timers } from '../../../time/timers.ts';
import { encodeForm } from '../../../webhooks/encoding.ts';
import { type RegistrableMethod, webhookNameOf } from '../../../webhooks/registrable.ts';
import type { WebhookTarget } from '../../../webhooks/store.ts';
import { type VenueWebhookOptions, venueWebhooks } from '../../../webhooks/venue-events.ts';
import type { Contents } from './letters.ts';
import type { Outbox } from './outbox.ts';

type Targets = readonly WebhookTarget[];

export interface VenueOutboxOptions {
  readonly db: Kysely<Schema>;
  readonly outbox: Pick<Outbox, 'write' | 'committed'>;
  readonly targetsOf: (clientId: string, method: string) => Targets | Promise<Targets>;
  readonly securityOf: VenueWebhookOptions['securityOf'];
  readonly mayHear?: VenueWebhookOptions['mayHear'];
  readonly shard: number;
  readonly timers: Pick<Timers, 'after'>;
  readonly nowUs: () => number;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** A webhook that is not written yet. */
interface Collected {
  readonly seq: number;
  readonly clientId: string;
  readonly method: RegistrableMethod;
  readonly about: readonly number[];
  readonly identified: boolean;
  readonly fields: () => Readonly<Record<string, unknown>>;
  readonly targets: Targets | Promise<Targets>;
  readonly firedAtUs: number;
}

/** Webhooks of one transaction. */
const BATCH = 200;
/** Webhooks that wait in memory; beyond, they are left to the next start, which makes them from the journal. */
const COLLECTED_MAX = 50_000;
/** The position is written this often where events have no webhooks. */
const POSITION_MS = 1000;
const RETRY_MS = 1000;

export class VenueOutbox {
  readonly #options: VenueOutboxOptions;
  readonly #listener: (event: ExchangeEvent) => void;
  #collected: Collected[] = [];
  /** The last event that was collected, and the last whose webhooks are written. */
  #seen = 0;
  #written = 0;
  /** Since when nothing more is collected in this run. */
  #isFull = false;
  #planned = false;
  #isWriting = false;
  #ended = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: VenueOutboxOptions) {
    this.#options = options;
    this.#listener = venueWebhooks({
      sink: {
        fire: (clientId, method, fields, about) => this.#collect({ clientId, fields, about, identified: true }, method),
        fireFromVenue: (clientId, method, fields, about) =>
          this.#collect({ clientId, fields, about, identified: false }, method),
      },
      securityOf: options.securityOf,
      ...(options.mayHear === undefined ? {} : { mayHear: options.mayHear }),
    });
  }

  /**
   * Up to which event webhooks are written; begins at `lastEventSeq` where there is no position yet. To be called
   * once, before the first event is taken.
   */
  async begin(lastEventSeq: number): Promise<number> {
    const { db, shard } = this.#options;
    await db
      .insertInto('venue_webhook_positions')
      .values({ shard, event_seq: lastEventSeq })
      .onConflict((conflict) => conflict.column('shard').doNothing())
      .execute();
    const { event_seq } = await db
      .selectFrom('venue_webhook_positions')
      .select('event_seq')
      .where('shard', '=', shard)
      .executeTakeFirstOrThrow();
    this.#seen = event_seq;
    this.#written = event_seq;
    return event_seq;
  }

  /** Takes an event, in the order of sequence numbers; one that was taken before is passed over. */
  take(event: ExchangeEvent): void {
    if (event.seq <= this.#seen || this.#isFull) return;
    this.#seen = event.seq;
    this.#listener(event);
    this.#plan(this.#collected.length > 0 ? 0 : POSITION_MS);
  }

  /** Writes what was taken. Rejects never; what cannot be written is made again at the next start. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#writing;
    await this.#write();
  }

  #collect(webhook: Pick<Collected, 'clientId' | 'fields' | 'about' | 'identified'>, name: string): void {
    const method = webhookNameOf(name);
    if (method === undefined) return;
    const targets = this.#options.targetsOf(webhook.clientId, method);
    // The usual case: nobody is registered, and nothing is made.
    if (!(targets instanceof Promise) && targets.length === 0) return;
    if (targets instanceof Promise) targets.catch(() => {});
    this.#collected.push({ ...webhook, method, targets, seq: this.#seen, firedAtUs: this.#options.nowUs() });
    if (this.#collected.length < COLLECTED_MAX) return;
    this.#isFull = true;
    this.#options.log.error(
      { event: this.#seen },
      'webhooks of the venue cannot be written; the next start makes them',
    );
  }

  #plan(delayMs: number): void {
    if (this.#planned || this.#ended) return;
    this.#planned = true;
    this.#options.timers.after(delayMs, () => {
      this.#planned = false;
      // One that is under way goes on to what was taken meanwhile: two at once would write the same webhooks.
      if (!this.#isWriting) this.#writing = this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#written < this.#upTo()) await this.#writeBatch();
    } catch (error) {
      this.#options.log.error({ err: error }, 'webhooks of the venue could not be written; tried again');
      this.#plan(RETRY_MS);
    } finally {
      this.#isWriting = false;
    }
  }

  /** Where the collection is full, the event that filled it may have webhooks that were not collected. */
  #upTo(): number {
    return this.#isFull ? this.#seen - 1 : this.#seen;
  }

  async #writeBatch(): Promise<void> {
    const { db, outbox, shard } = this.#options;
    const batch = this.#collected.slice(0, BATCH);
    const next = this.#collected[batch.length];
    const upTo = next === undefined ? this.#upTo() : Math.min(next.seq - 1, this.#upTo());
    const letters: { contents: Omit<Contents, 'form'>; found: Targets; form: string }[] = [];
    for (const { targets, fields, seq, ...contents } of batch) {
      if (seq > upTo) break;
      // Before the transaction, which may hold the only connection.
      const found = await targets;
      letters.push({ contents, found, form: found.length === 0 ? '' : encodeForm(fields()) });
    }
    const used = await db.transaction().execute(async (transaction) => {
      for (const { contents, found, form } of letters) await outbox.write(transaction, { ...contents, form }, found);
      await transaction
        .updateTable('venue_webhook_positions')
        .set({ event_seq: upTo })
        .where('shard', '=', shard)
        .execute();
      return transaction;
    });
    this.#collected.splice(0, letters.length);
    this.#written = upTo;
    outbox.committed(used);
  }
}
