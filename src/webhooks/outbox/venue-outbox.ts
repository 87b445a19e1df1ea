/**
 * The webhooks of the venue, made durable (C71): no order waits for them. They are collected from the venue's durable
 * events and written to the outbox in batches, with the position that was reached, in one transaction. What a crash
 * kept from being written is made again at the next start, from the events after the position.
 */
import type { Logger } from 'pino';
import type { Db } from '../../database/schema/index.ts';
import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { violated } from '../../invariant.ts';
import { jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import type { Delivery } from '../delivery/index.ts';
import { encodeForm, hasReceivers, type SecurityOf, type VenueWebhook, webhooksOf } from '../events/index.ts';
import type { WebhookTarget } from '../registry/index.ts';
import { destinationOf, TWO_FORMS } from '../registry/index.ts';
import type { Outbox } from './outbox.ts';
import { type AddressedWebhook, uuidOf } from './outbox-rows.ts';

type Targets = readonly WebhookTarget[];

export interface VenueOutboxDeps {
  /** Database.background: no call waits for what is written here. */
  readonly db: Db;
  readonly outbox: Pick<Outbox, 'write' | 'send' | 'stored'>;
  readonly targetsOf: (clientId: string, method: string) => Targets | Promise<Targets>;
  readonly securityOf: SecurityOf;
  /** False where a client is known to have no registrations, as most: events that concern only such are passed over. */
  readonly hasWebhooks: (clientId: string) => boolean;
  readonly shard: number;
  readonly timers: Pick<Timers, 'after' | 'soon'>;
  /** Events that wait in memory; above it, they are left to the next start, which reads them from the journal. */
  readonly collectedMax?: number;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

interface Addressed {
  readonly webhook: VenueWebhook;
  readonly event: ExchangeEvent;
  readonly targets: Targets;
  /** Names the webhook among those of all events. */
  readonly cause: string;
}

/** Events and deliveries of one transaction; all deliveries of an event are in one. */
const BATCH_EVENTS = 256;
const BATCH_DELIVERIES = 256;
/** Deliveries whose bodies are made and sealed in one turn of the event loop, which takes about a millisecond. */
const DELIVERIES_A_TURN = 64;
const COLLECTED_MAX = 50_000;
/** The position is written this often where events have no webhooks. */
const POSITION_MS = 1000;
/** The longest pause after a failure. */
const RETRY_MS = 5000;

export class VenueOutbox {
  readonly #deps: VenueOutboxDeps;
  /** Those whose webhooks are not written. */
  readonly #collected: ExchangeEvent[] = [];
  /** The last event that was taken, and the last whose webhooks are written. */
  #seen = 0;
  #written = 0;
  /** Since when nothing more is collected in this run. */
  #isFull = false;
  #isPlanned = false;
  #isPositionPlanned = false;
  #isWriting = false;
  #ended = false;
  readonly #pause = new RetryPause(RETRY_MS);
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: VenueOutboxDeps) {
    this.#deps = deps;
  }

  /**
   * Up to which event webhooks are written; begins at `lastEventSeq` where there is no position yet. To be called
   * once, before the first event is taken.
   */
  async begin(lastEventSeq: EventSeq): Promise<EventSeq> {
    const { db, shard } = this.#deps;
    await db
      .insertInto('venue_webhook_positions')
      .values({ shard, event_seq: lastEventSeq })
      .onConflict((conflict) => conflict.column('shard').doNothing())
      .execute();
    this.#seen = await this.#position();
    this.#written = this.#seen;
    return this.#seen;
  }

  /** Events that were collected and whose webhooks are not written. */
  get pending(): number {
    return this.#collected.length;
  }

  /** Whether webhooks are still to be written. */
  get isBusy(): boolean {
    return this.pending > 0 && !this.#ended && !this.#isFull;
  }

  /** Takes an event, in the order of sequence numbers; one that was taken before is passed over. */
  take(event: ExchangeEvent): void {
    if (event.seq <= this.#seen || this.#isFull) return;
    this.#seen = event.seq;
    const { hasWebhooks, securityOf } = this.#deps;
    if (hasReceivers(event, hasWebhooks, securityOf)) this.#collect(event);
    if (this.pending > 0) this.#plan(0);
    else this.#planPosition();
  }

  /** Writes what was taken. Rejects never; what cannot be written is made again at the next start. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#writing;
    await this.#write();
  }

  #collect(event: ExchangeEvent): void {
    this.#collected.push(event);
    if (this.pending < (this.#deps.collectedMax ?? COLLECTED_MAX)) return;
    this.#isFull = true;
    this.#deps.log.error({ event: event.seq }, 'webhooks of the venue cannot be written; the next start makes them');
  }

  #plan(delayMs: number): void {
    if (this.#isPlanned || this.#ended) return;
    this.#isPlanned = true;
    this.#deps.timers.after(delayMs, () => {
      this.#isPlanned = false;
      this.#beginToWrite();
    });
  }

  /** Separately, so that no webhook waits for it. */
  #planPosition(): void {
    if (this.#isPositionPlanned || this.#ended) return;
    this.#isPositionPlanned = true;
    this.#deps.timers.after(POSITION_MS, () => {
      this.#isPositionPlanned = false;
      if (!this.#isPlanned) this.#beginToWrite();
    });
  }

  /** A write that is under way goes on to webhooks taken meanwhile: two at once would write the same ones. */
  #beginToWrite(): void {
    if (!this.#isWriting) this.#writing = this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      if (this.#written < this.#seen) await this.#writeBatch();
      while (this.pending > 0) await this.#writeBatch();
      this.#pause.reset();
      // While orders come there is always a later position: to go on to it would write transactions without end.
      if (this.#written < this.#seen) this.#planPosition();
    } catch (error) {
      jobFailed(this.#deps.log, 'webhooks of the venue could not be written', error);
      this.#plan(this.#pause.next());
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeBatch(): Promise<void> {
    const { db, outbox } = this.#deps;
    // Registrations are looked up before the transaction, which may hold the only connection.
    const { addressed, events, upTo } = await this.#nextBatch();
    const planned = addressed.reduce((sum, { targets }) => sum + targets.length, 0);
    const deliveries: Delivery[] = [];
    let dropped = 0;
    const isWritten = await db.transaction().execute(async (transaction) => {
      // First, so that of two processes one waits for the other and then writes nothing.
      if (!(await this.#movePosition(transaction, upTo))) return false;
      for (const part of partsOf(addressed)) {
        const written = await outbox.write(transaction, part.map(withForm));
        deliveries.push(...written.deliveries);
        dropped += written.dropped;
        await this.#nextTurn();
      }
      if (deliveries.length + dropped !== planned)
        violated('C71', `of ${planned} webhooks ${deliveries.length} are written and ${dropped} dropped`);
      return true;
    });
    if (!isWritten) return await this.#followPosition(addressed);
    this.#written = upTo;
    this.#collected.splice(0, events);
    outbox.send(deliveries);
  }

  /** Another process, or a commit of unknown outcome, has moved the position: this run goes on from there. */
  async #followPosition(addressed: readonly Addressed[]): Promise<void> {
    const written = await this.#position();
    this.#written = written;
    this.#seen = Math.max(this.#seen, written);
    const next = this.#collected.findIndex(({ seq }) => seq > written);
    this.#collected.splice(0, next < 0 ? this.pending : next);
    for (const { webhook, event, targets } of addressed) {
      if (event.seq > written) continue;
      for (const { url } of targets) this.#deps.outbox.stored(webhook.clientId, destinationOf(url).receiver);
    }
  }

  async #position(): Promise<EventSeq> {
    const { db, shard } = this.#deps;
    const positions = db.selectFrom('venue_webhook_positions').select('event_seq').where('shard', '=', shard);
    return (await positions.executeTakeFirstOrThrow()).event_seq;
  }

  async #nextBatch() {
    const { targetsOf, securityOf, shard } = this.#deps;
    const addressed: Addressed[] = [];
    let events = 0;
    let deliveries = 0;
    for (; events < BATCH_EVENTS && deliveries < BATCH_DELIVERIES && events < this.pending; events++) {
      const event = this.#collected[events]!;
      for (const [index, webhook] of webhooksOf(event, securityOf).entries()) {
        const found = targetsOf(webhook.clientId, webhook.method);
        const targets = ofForm(webhook, found instanceof Promise ? await found : found);
        deliveries += targets.length;
        const cause = `${shard} ${event.seq} ${event.time} ${index}`;
        if (targets.length > 0) addressed.push({ webhook, event, targets, cause });
      }
    }
    const next = this.#collected[events];
    return { addressed, events, upTo: next === undefined ? this.#seen : next.seq - 1 };
  }

  /** False where it is not where this run left it. */
  async #movePosition(transaction: Db, upTo: EventSeq): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('venue_webhook_positions')
      .set({ event_seq: upTo })
      .where('shard', '=', this.#deps.shard)
      .where('event_seq', '=', this.#written)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => this.#deps.timers.soon(resolve));
  }
}

/** Of a webhook with two forms, the registrations that ask for this one. */
function ofForm({ method, identified }: VenueWebhook, targets: Targets): Targets {
  return TWO_FORMS.has(method) ? targets.filter(({ platform = false }) => platform === identified) : targets;
}

/** The webhooks of one turn, written in one statement. */
function* partsOf(webhooks: readonly Addressed[]): Generator<readonly Addressed[]> {
  let part: Addressed[] = [];
  let deliveries = 0;
  for (const webhook of webhooks) {
    part.push(webhook);
    deliveries += webhook.targets.length;
    if (deliveries < DELIVERIES_A_TURN) continue;
    yield part;
    part = [];
    deliveries = 0;
  }
  if (part.length > 0) yield part;
}

function withForm({ webhook: { fields, userId, ...webhook }, event, targets, cause }: Addressed): AddressedWebhook {
  const form = encodeForm({ eventId: uuidOf(cause), ...fields(), userId });
  return { contents: { ...webhook, form, firedAtUs: event.time, cause }, targets };
}
