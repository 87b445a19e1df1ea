/**
 * The webhooks of the venue, made durable (C71): no order waits for them. They are collected from the venue's durable
 * events and written to the outbox in batches, with the position that was reached, in one transaction. What a crash
 * kept from being written is made again at the next start, from the events after the position.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../database/schema/index.ts';
import { type ExchangeEvent, VenueUnavailable } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import { encodeForm, stampOf, type VenueWebhookOptions, venueWebhooks } from '../events/index.ts';
import type { WebhookTarget } from '../registry/index.ts';
import { TWO_FORMS, webhookNameOf } from '../registry/index.ts';
import type { Outbox } from './outbox.ts';
import type { AddressedWebhook, Contents } from './outbox-rows.ts';

type Targets = readonly WebhookTarget[];

export interface VenueOutboxOptions {
  /** Database.background: no call waits for what is written here. */
  readonly db: Kysely<Schema>;
  readonly outbox: Pick<Outbox, 'write' | 'committed'>;
  readonly targetsOf: (clientId: string, method: string) => Targets | Promise<Targets>;
  readonly securityOf: VenueWebhookOptions['securityOf'];
  readonly mayHear?: VenueWebhookOptions['mayHear'];
  readonly shard: number;
  readonly timers: Pick<Timers, 'after' | 'soon'>;
  readonly nowUs: () => number;
  /** Webhooks that wait in memory; above it, they are left to the next start, which makes them from the journal. */
  readonly collectedMax?: number;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** A webhook that is not written yet. */
interface Collected {
  readonly seq: number;
  readonly contents: Omit<Contents, 'form'>;
  readonly fields: () => Readonly<Record<string, unknown>>;
  readonly targets: Targets | Promise<Targets>;
}

/** Webhooks of one transaction. */
const BATCH = 256;
/** Deliveries whose bodies are made and sealed in one turn of the event loop, which takes about a millisecond. */
const DELIVERIES_A_TURN = 64;
const COLLECTED_MAX = 50_000;
/** The position is written this often where events have no webhooks. */
const POSITION_MS = 1000;
const RETRY_MS = 1000;
/** How long a change waits for the webhooks of the events before it. */
const WRITTEN_WAIT_MS = 10_000;

export class VenueOutbox {
  readonly #options: VenueOutboxOptions;
  readonly #listener: (event: ExchangeEvent) => void;
  #collected: Collected[] = [];
  /** Of those collected, how many are written. */
  #taken = 0;
  /** The last event that was collected, and the last whose webhooks are written. */
  #seen = 0;
  #written = 0;
  /** Since when nothing more is collected in this run. */
  #isFull = false;
  #planned = false;
  #isWriting = false;
  #ended = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #waiters = new Set<{ readonly eventSeq: number; readonly resolve: () => void }>();

  constructor(options: VenueOutboxOptions) {
    this.#options = options;
    this.#listener = venueWebhooks({
      sink: {
        fire: (clientId, method, fields, about) => this.#collect(method, fields, { clientId, about, identified: true }),
        fireFromVenue: (clientId, method, fields, about) =>
          this.#collect(method, fields, { clientId, about, identified: false }),
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
    this.#resolveWaiters();
    return event_seq;
  }

  /** Webhooks that were collected and are not written. */
  get pending(): number {
    return this.#collected.length - this.#taken;
  }

  /** Takes an event, in the order of sequence numbers; one that was taken before is passed over. */
  take(event: ExchangeEvent): void {
    if (event.seq <= this.#seen || this.#isFull) return;
    this.#seen = event.seq;
    this.#listener(event);
    this.#resolveWaiters();
    if (!this.#planned) this.#plan(this.pending > 0 ? 0 : POSITION_MS);
  }

  /**
   * Resolves once the webhooks of all events up to this one are written; those of a change that follows them are then
   * sent after them. Rejects with VenueUnavailable where that takes more than ten seconds.
   */
  async written(eventSeq: number): Promise<void> {
    if (this.#isWritten(eventSeq)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { eventSeq, resolve };
    this.#waiters.add(waiter);
    const cancel = this.#options.timers.after(WRITTEN_WAIT_MS, () =>
      reject(new VenueUnavailable('webhooks of the venue wait to be written; try again shortly')),
    );
    await promise.finally(() => {
      cancel();
      this.#waiters.delete(waiter);
    });
  }

  /** Writes what was taken. Rejects never; what cannot be written is made again at the next start. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#writing;
    await this.#write();
  }

  #collect(
    name: string,
    fields: Collected['fields'],
    webhook: Pick<Contents, 'clientId' | 'about' | 'identified'>,
  ): void {
    const method = webhookNameOf(name);
    if (method === undefined) return;
    const all = this.#options.targetsOf(webhook.clientId, method);
    const targets = TWO_FORMS.has(method) ? ofForm(all, webhook.identified) : all;
    // The usual case: nobody is registered, and nothing is made.
    if (!(targets instanceof Promise) && targets.length === 0) return;
    if (targets instanceof Promise) targets.catch(() => {});
    const contents = { ...webhook, method, firedAtUs: this.#options.nowUs() };
    this.#collected.push({ seq: this.#seen, contents, fields, targets });
    if (this.pending < (this.#options.collectedMax ?? COLLECTED_MAX)) return;
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
    const { db, outbox } = this.#options;
    const { batch, upTo } = this.#nextBatch();
    // Before the transaction, which may hold the only connection.
    const found = await Promise.all(batch.map(({ targets }) => targets));
    const addressed = batch.map((webhook, index) => ({ ...webhook, targets: found[index] ?? [] }));
    const used = await db.transaction().execute(async (transaction) => {
      for (const part of partsOf(addressed)) {
        await outbox.write(transaction, part.map(withForm));
        await this.#nextTurn();
      }
      await this.#writePosition(transaction, upTo);
      return transaction;
    });
    this.#written = upTo;
    this.#forget(batch.length);
    outbox.committed(used);
    this.#resolveWaiters();
  }

  /** All webhooks of an event are written together, so a batch ends with those of an event. */
  #nextBatch(): { readonly batch: readonly Collected[]; readonly upTo: number } {
    const batch = this.#collected.slice(this.#taken, this.#taken + BATCH);
    const next = this.#collected[this.#taken + batch.length];
    const upTo = next === undefined ? this.#upTo() : Math.min(next.seq - 1, this.#upTo());
    return { batch: batch.filter(({ seq }) => seq <= upTo), upTo };
  }

  async #writePosition(transaction: Kysely<Schema>, upTo: number): Promise<void> {
    await transaction
      .updateTable('venue_webhook_positions')
      .set({ event_seq: upTo })
      .where('shard', '=', this.#options.shard)
      .execute();
  }

  /** Where no webhook of an event up to this one waits, its position may still be to be written. */
  #isWritten(eventSeq: number): boolean {
    const next = this.#collected[this.#taken];
    return this.#upTo() >= eventSeq && (next === undefined || next.seq > eventSeq);
  }

  #resolveWaiters(): void {
    for (const { eventSeq, resolve } of this.#waiters) if (this.#isWritten(eventSeq)) resolve();
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => this.#options.timers.soon(resolve));
  }

  /** The room of those that are written is given back now and then: to move the others each time would take longer. */
  #forget(count: number): void {
    this.#taken += count;
    if (this.#taken * 2 < this.#collected.length) return;
    this.#collected = this.#collected.slice(this.#taken);
    this.#taken = 0;
  }
}

interface Addressed extends Collected {
  readonly targets: Targets;
}

/** The registrations that ask for the platform's form, or those that ask for the venue's. */
function ofForm(targets: Collected['targets'], platform: boolean): Collected['targets'] {
  if (targets instanceof Promise) return targets.then((found) => ofForm(found, platform));
  return targets.filter((target) => (target.platform === true) === platform);
}

/** What is made and sealed in one turn, and written in one statement. */
function* partsOf(webhooks: readonly Addressed[]): Generator<readonly Addressed[]> {
  let part: Addressed[] = [];
  let deliveries = 0;
  for (const webhook of webhooks) {
    if (webhook.targets.length === 0) continue;
    part.push(webhook);
    deliveries += webhook.targets.length;
    if (deliveries < DELIVERIES_A_TURN) continue;
    yield part;
    part = [];
    deliveries = 0;
  }
  if (part.length > 0) yield part;
}

function withForm({ contents, fields, targets }: Addressed): AddressedWebhook {
  // The time and number of the event itself stand in its fields.
  return { contents: { ...contents, form: encodeForm({ ...stampOf(contents.firedAtUs), ...fields() }) }, targets };
}
