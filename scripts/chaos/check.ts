/**
 * The linear check of a chaos run: the journal is the order of all things. It is replayed, and every answer that the
 * load got is compared with it (docs/cluster.md, J1).
 */
import { SCHEMA } from '../../src/cluster/schema.ts';
import type { ExchangeEvent, Outcome } from '../../src/exchange/interface.ts';
import { decodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { commandsOf } from '../../src/exchange/journal/reader.ts';
import type { JournaledCommand } from '../../src/exchange/journaled-command.ts';
import { VenueState } from '../../src/exchange/venue-state.ts';
import type { PostgresServer } from '../cluster/postgres-server.ts';
import type { AnsweredCall, RunRecord } from './record.ts';

/** The clocks of the program and of this process are that of one machine, read in two ways. */
const CLOCK_US = 20_000;
const CHANGES = new Set(['createOrder', 'cancelOrder', 'replaceOrder']);

/** An order as a command left it. */
interface Version {
  readonly command: number;
  readonly time: number;
  readonly status: string;
  readonly remaining: number;
  readonly price: number;
  readonly quantity: number;
}

interface Effect {
  readonly command: number;
  readonly time: number;
  readonly outcome: Outcome;
}

export interface Findings {
  readonly faults: string[];
  readonly commands: number;
  readonly acknowledged: number;
  readonly reads: number;
  readonly repeated: number;
}

/** What is wrong with a run; nothing where all is well. */
export async function checkRun(database: PostgresServer, name: string, record: RunRecord): Promise<Findings> {
  const replayed = new Replayed();
  for (let after = 0; ; ) {
    const rows = await database.query(
      `select first_sequence, bytes from ${SCHEMA}.groups where shard = 0 and first_sequence > ${after}
        order by first_sequence limit 5000`,
      name,
    );
    if (rows.length === 0) break;
    for (const { first_sequence, bytes } of rows) {
      after = Number(first_sequence);
      replayed.take(bytes as Buffer);
    }
  }
  return replayed.compare(record);
}

class Replayed {
  readonly #state = new VenueState(0);
  readonly #effects = new Map<string, Effect[]>();
  readonly #versions = new Map<string, Version[]>();
  readonly #keyOf = new Map<number, string>();
  readonly #faults: string[] = [];
  #hash = NO_HASH;
  #command = 0;
  #time = 0;

  constructor() {
    this.#state.sink = (event) => this.#note(event);
  }

  take(bytes: Buffer): void {
    const group = decodeGroup(bytes, 0);
    if (typeof group === 'string') throw new Error(`the journal is damaged: ${group}`);
    if (!group.previousHash.equals(this.#hash) || group.firstSequence !== this.#command + 1) {
      throw new Error(`the group at command ${group.firstSequence} does not follow`);
    }
    this.#hash = hashOf(group.bytes);
    for (const command of commandsOf(group)) this.#apply(command);
  }

  #apply(command: JournaledCommand): void {
    this.#command++;
    this.#time = command.time;
    const outcome = this.#state.apply(command);
    const { idempotency } = command as { idempotency?: { key: string } };
    if (idempotency === undefined) return;
    this.#keyOf.set(this.#command, idempotency.key);
    const effects = this.#effects.get(idempotency.key) ?? [];
    effects.push({ command: this.#command, time: command.time, outcome });
    this.#effects.set(idempotency.key, effects);
  }

  #note(event: ExchangeEvent): void {
    if (event.type !== 'order') return;
    const { orderId, status, remaining, price, quantity } = event.order;
    const versions = this.#versions.get(String(orderId)) ?? [];
    versions.push({ command: this.#command, time: this.#time, status, remaining, price, quantity });
    this.#versions.set(String(orderId), versions);
  }

  compare({ calls, tops }: RunRecord): Findings {
    const answeredAt = new Map<string, number>();
    for (const { key, answeredUs } of calls) if (key !== null) answeredAt.set(key, answeredUs);
    const changes = calls.filter(({ method }) => CHANGES.has(method));
    const reads = calls.filter(({ method }) => method === 'getOrder');
    for (const call of changes) this.#compareChange(call);
    for (const call of reads) this.#compareRead(call, answeredAt);
    const asked = new Set(changes.map(({ key }) => key));
    for (const [key, effects] of this.#effects) {
      const took = effects.filter(({ outcome }) => outcome.ok && !outcome.replayed);
      if (took.length > 1) this.#faults.push(`${key} took effect ${took.length} times`);
      if (took.length > 0 && key.startsWith('trader') && !asked.has(key)) this.#faults.push(`nobody asked for ${key}`);
    }
    this.#compareTops(tops);
    const acknowledged = changes.filter(({ statusCode }) => statusCode === '101').length;
    const repeated = changes.filter(({ replayed }) => replayed).length;
    return { faults: this.#faults, commands: this.#command, acknowledged, reads: reads.length, repeated };
  }

  #compareChange({ key, statusCode, body, askedUs, answeredUs, method }: AnsweredCall): void {
    const took = (this.#effects.get(key as string) ?? []).find(({ outcome }) => outcome.ok && !outcome.replayed);
    const what = `${method} ${key}`;
    if (statusCode !== '101') {
      if (took !== undefined) this.#faults.push(`${what} was refused with ${statusCode} and took effect`);
      return;
    }
    if (took === undefined) {
      this.#faults.push(`${what} was acknowledged and is not in the journal`);
      return;
    }
    if (took.time < askedUs - CLOCK_US) this.#faults.push(`${what} took effect before it was asked`);
    if (took.time > answeredUs + CLOCK_US) this.#faults.push(`${what} took effect after it was answered`);
    const { orderId } = (body.orderDetails ?? {}) as { orderId?: string };
    const { order } = took.outcome as { order?: { orderId: number } | null };
    if (method === 'createOrder' && String(order?.orderId) !== orderId) {
      this.#faults.push(`${what} was answered with order ${orderId}, the journal has ${order?.orderId}`);
    }
  }

  /** Some version that was not over before the read was asked, by what had been acknowledged, nor began after it. */
  #compareRead({ body, statusCode, askedUs, answeredUs }: AnsweredCall, answeredAt: Map<string, number>): void {
    const [shown] = (body.orderDetails ?? []) as Readonly<Record<string, string>>[];
    if (statusCode !== '101' || shown === undefined) {
      this.#faults.push(`a read of an order was answered with ${statusCode}: ${JSON.stringify(body).slice(0, 200)}`);
      return;
    }
    const versions = this.#versions.get(String(shown.order_Id)) ?? [];
    const isSame = ({ status, remaining, price, quantity }: Version) =>
      status === shown.status &&
      remaining === Number(shown.shares_remaining) &&
      price === Math.round(Number(shown.price_per_share) * 1_000_000) &&
      quantity === Number(shown.number_shares);
    const acknowledgedBefore = ({ command }: Version) =>
      (answeredAt.get(this.#keyOf.get(command) ?? '') ?? Number.POSITIVE_INFINITY) < askedUs;
    const oldest = Math.max(0, versions.findLastIndex(acknowledgedBefore));
    const possible = versions.slice(oldest).filter(({ time }) => time <= answeredUs + CLOCK_US);
    if (possible.some(isSame)) return;
    const seen = [shown.status, shown.shares_remaining, shown.price_per_share, shown.number_shares].join(' ');
    const known = versions.some(isSame) ? 'stale' : 'never so';
    this.#faults.push(`order ${shown.order_Id} was read as ${seen}: ${known}`);
  }

  #compareTops(tops: RunRecord['tops']): void {
    const known = new Map<string, string>();
    for (const { securityId, seq, content } of tops) {
      const place = `${securityId} ${seq}`;
      const before = known.get(place) ?? content;
      known.set(place, before);
      if (before !== content) this.#faults.push(`top ${place} was sent as ${before} and as ${content}`);
    }
  }
}
