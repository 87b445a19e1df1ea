/**
 * The subscribers' own process. Takes one order after another from its parent, and reports on the way how far it has
 * come.
 */
import { clock_ms } from './clock.ts';
import { answersTo, type Channels, type Interest, requestsOf, securitiesOf } from './plan.ts';
import { Receiver } from './receiver.ts';

/** Connections being made at once. */
const CONNECTING_MAX = 64;
const CONNECTIONS_PER_ADDRESS = 2000;
const PROGRESS_MS = 4;
/** One update in that many is decoded and checked. A prime, so that it falls on every connection. */
const SAMPLED_IN = 997;
const SLOW_READ_BYTES = 4096;
const SLOW_READ_MS = 250;

export interface ConnectOrder {
  readonly port: number;
  readonly authorization: string;
  readonly subscribers: number;
  /** The securities of each: a fixed list, or as the plan says. */
  readonly securities: Interest | readonly string[];
  readonly channels: Channels;
  /** Whether each is a separate client: s0, s1 ... */
  readonly apart?: boolean;
  /** Whether they ask for permessage-deflate. */
  readonly deflate?: boolean;
  /** Whether each security is answered with a snapshot. */
  readonly snapshots: boolean;
  /** These read 4 KiB each quarter of a second and are not counted. */
  readonly slow: boolean;
}

export type SubscribersOrder =
  | ({ readonly op: 'connect' } & ConnectOrder)
  /** What is to come from now on. latency: every connection gets each of that many updates, and their times matter. */
  | { readonly op: 'expect'; readonly deliveries: number; readonly updates: number | null }
  /** Answered when all of it has come. */
  | { readonly op: 'result' }
  | { readonly op: 'bytes' }
  | { readonly op: 'disconnect'; readonly slow: boolean };

export interface Received {
  /** By the clock that all processes share. */
  readonly finishedAt_ms: number;
  /** CPU time of this process since `expect`. */
  readonly cpu_seconds: number;
  /** Bytes that came to all since they connected. */
  readonly bytes: number;
  /** When the first and the last connection got each update; empty unless asked for. */
  readonly firstAt_ms: readonly number[];
  readonly lastAt_ms: readonly number[];
}

class Subscribers {
  readonly #receivers: Receiver[] = [];
  readonly #slow: Receiver[] = [];
  /** What `updates` of each was when the measurement began. */
  #before = new Map<Receiver, number>();
  /** seq of a security less the updates that a connection got: it never changes. */
  #seqAhead = new Map<Receiver, number>();
  #expected = 0;
  #received = 0;
  #firstAt_ms = new Float64Array(0);
  #lastAt_ms = new Float64Array(0);
  #cpu = process.cpuUsage();
  #finished = Promise.withResolvers<Received>();

  async connect(order: ConnectOrder): Promise<void> {
    let next = 0;
    const connectSome = async () => {
      while (next < order.subscribers) await this.#connectOne(order, next++);
    };
    await Promise.all(Array.from({ length: CONNECTING_MAX }, connectSome));
  }

  expect(deliveries: number, updates: number | null): void {
    this.#expected = deliveries;
    this.#received = 0;
    this.#before = new Map(this.#receivers.map((receiver) => [receiver, receiver.updates]));
    this.#firstAt_ms = new Float64Array(updates ?? 0);
    this.#lastAt_ms = new Float64Array(updates ?? 0);
    this.#finished = Promise.withResolvers();
    this.#cpu = process.cpuUsage();
  }

  get bytes(): number {
    return this.#receivers.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get progress(): number {
    return this.#received;
  }

  result(): Promise<Received> {
    return this.#finished.promise;
  }

  async disconnect(slow: boolean): Promise<void> {
    await Promise.all((slow ? this.#slow : this.#receivers).splice(0).map((receiver) => receiver.close()));
    this.#seqAhead.clear();
  }

  slowReadOn(): void {
    for (const receiver of this.#slow) receiver.readOn();
  }

  #connectOne(order: ConnectOrder, index: number): Promise<void> {
    const { port, securities, snapshots, slow, channels, apart, deflate = false } = order;
    const authorization = apart ? `Bearer s${slow ? 'low' : ''}${index}:key` : order.authorization;
    const securityIds = typeof securities === 'string' ? securitiesOf(index, securities).map(String) : securities;
    const requests = requestsOf(channels, securityIds);
    return new Promise((resolve) => {
      const receiver = new Receiver({
        port,
        localAddress: `127.0.0.${2 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`,
        authorization,
        requests,
        deflate,
        answers: snapshots ? answersTo(channels, securityIds.length) : requests.length,
        onReady: resolve,
        onUpdates: slow
          ? () => {}
          : (from, updates) =>
              this.#take(from, updates, channels === 'top' && !deflate ? securityIds.length === 1 : null),
        onEnd: (reason) => fail(new Error(reason)),
        slowRead_bytes: slow ? SLOW_READ_BYTES : null,
      });
      (slow ? this.#slow : this.#receivers).push(receiver);
    });
  }

  /** @param countable whether the seq says how many came; null: not to be looked at */
  #take(receiver: Receiver, updates: number, countable: boolean | null): void {
    const sampled = (this.#received + updates) % SAMPLED_IN < updates;
    this.#received += updates;
    if (sampled && countable !== null) this.#check(receiver, countable);
    if (this.#lastAt_ms.length > 0) this.#note(receiver, updates);
    if (this.#received < this.#expected) return;
    if (this.#received > this.#expected) throw new Error('more came than was published');
    this.#finish();
  }

  /** The seq of the one security says how many updates must have come. */
  #check(receiver: Receiver, countable: boolean): void {
    const message = receiver.lastMessage();
    if (message === null) return;
    const { channel, seq, prevSeq, bid, offer } = message;
    const ahead = Number(seq) - receiver.updates;
    const isWrong = channel !== 'topOfBook' || bid === undefined || offer === undefined || seq !== Number(prevSeq) + 1;
    const isLost = countable && (this.#seqAhead.get(receiver) ?? ahead) !== ahead;
    this.#seqAhead.set(receiver, ahead);
    if (isWrong || isLost) throw new Error(`not what should have come: ${JSON.stringify(message)}`);
  }

  #note(receiver: Receiver, updates: number): void {
    const now_ms = clock_ms();
    const end = receiver.updates - (this.#before.get(receiver) ?? 0);
    for (let i = end - updates; i < end; i++) {
      if (this.#firstAt_ms[i] === 0) this.#firstAt_ms[i] = now_ms;
      this.#lastAt_ms[i] = now_ms;
    }
  }

  #finish(): void {
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#finished.resolve({
      finishedAt_ms: clock_ms(),
      cpu_seconds: (user + system) / 1e6,
      bytes: this.bytes,
      firstAt_ms: [...this.#firstAt_ms],
      lastAt_ms: [...this.#lastAt_ms],
    });
  }
}

function fail(error: unknown): void {
  process.send?.({ error: String(error) });
}

const subscribers = new Subscribers();
let reported = 0;

async function perform(order: SubscribersOrder): Promise<unknown> {
  switch (order.op) {
    case 'connect':
      return subscribers.connect(order);
    case 'expect':
      return subscribers.expect(order.deliveries, order.updates);
    case 'result':
      return subscribers.result();
    case 'bytes':
      return subscribers.bytes;
    case 'disconnect':
      return subscribers.disconnect(order.slow);
  }
}

process.on('message', (order: SubscribersOrder) => {
  perform(order).then((answer) => process.send?.({ answer: answer ?? null }), fail);
});
process.on('uncaughtException', (error) => {
  fail(error);
  process.exitCode = 1;
  process.disconnect?.();
});
// Ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

setInterval(() => {
  if (subscribers.progress === reported) return;
  reported = subscribers.progress;
  process.send?.({ progress: reported });
}, PROGRESS_MS);
setInterval(() => subscribers.slowReadOn(), SLOW_READ_MS);
process.send?.({ answer: null });
