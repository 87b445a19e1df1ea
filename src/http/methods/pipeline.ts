/**
 * The order of requests that a client pipelines on one connection. Node hands them all over at once and only orders the
 * answers; here their effects are ordered too. Each request holds a slot, in a list per connection:
 *
 *     first <-> second <-> third (last)
 *
 * A slot is granted when no other slot is before it. A granted slot makes room for the next one when its handler says
 * that it has submitted, or else has had one whole run of the microtask queue, in which it submits; a slot whose
 * request ended without submitting simply leaves the list. A connection with one request at a time never waits and
 * schedules nothing.
 */

import { systemTimers } from '../../time/timers.ts';

/**
 * Requests of one connection that begin in one turn of the event loop: a burst of requests keeps nobody else
 * waiting long.
 */
const BEGUN_AT_ONCE = 16;

/**
 * Requests of one connection that have begun and not ended. A collection of young objects moves all that they hold, so
 * 3,000 orders at once made the longest turns; 256 still fill half of a group.
 */
const BEGUN_MAX = 256;

/** A request that may begin later. */
interface Held {
  begin(): void;
}

/** The requests of one connection. */
export class PipelinedConnection {
  last: PipelineSlot | undefined = undefined;
  latest: PipelineSlot | undefined = undefined;
  /** How many are under way. */
  underWay = 0;
  /** Requests that have arrived and have no slot yet. */
  unbegun = 0;
  /** Whether good credentials have come on it. */
  isKnown = false;
  /** Those that have not begun yet, the oldest first. */
  readonly #held: Held[] = [];
  #isReleasing = false;

  /** Whether one more request, which has its slot, may begin at once: the first few. */
  get mayBegin(): boolean {
    return this.#held.length === 0 && this.underWay <= BEGUN_AT_ONCE;
  }

  /** It begins in its turn: a few in each turn of the event loop, while not too many are under way. */
  hold(request: Held): void {
    this.#held.push(request);
    this.releaseSoon();
  }

  /** To be called when room has come for those that are held. */
  releaseSoon(): void {
    if (this.#isReleasing || this.#held.length === 0 || this.#begun >= BEGUN_MAX) return;
    this.#isReleasing = true;
    systemTimers.soon(this.#release);
  }

  get #begun(): number {
    return this.underWay - this.#held.length;
  }

  readonly #release = (): void => {
    this.#isReleasing = false;
    for (let count = 0; count < BEGUN_AT_ONCE && this.#begun < BEGUN_MAX; count++) this.#held.shift()?.begin();
    this.releaseSoon();
  };
}

const connections = new WeakMap<object, PipelinedConnection>();

export class PipelineSlot {
  readonly connection: PipelinedConnection;
  #before: PipelineSlot | undefined;
  #after: PipelineSlot | undefined = undefined;
  #granted = false;
  #left = false;
  #ended = false;
  #wake: (() => void) | undefined = undefined;

  constructor(connection: PipelinedConnection) {
    this.connection = connection;
    this.#before = connection.last;
    connection.last = this;
    connection.latest = this;
    connection.underWay++;
    if (this.#before === undefined) return;
    this.#before.#after = this;
    if (this.#before.#granted) this.#before.#leaveSoon();
  }

  /** True if no request has come after this one on the connection. */
  get isLatest(): boolean {
    return this.connection.latest === this && this.connection.unbegun === 0;
  }

  /** Resolves when every earlier request of the connection has submitted or ended; undefined when they all have. */
  granted(): Promise<void> | undefined {
    if (this.#before === undefined) {
      this.#grant();
      return undefined;
    }
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** The request has submitted: the next one may submit without waiting for a run of the microtask queue. */
  submitted(): void {
    this.#leave();
  }

  /** The request has ended, with or without submitting. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.connection.underWay--;
    this.#leave();
    this.connection.releaseSoon();
  }

  #leave(): void {
    if (this.#left) return;
    this.#left = true;
    const before = this.#before;
    const after = this.#after;
    if (before) before.#after = after;
    if (after) after.#before = before;
    else this.connection.last = before;
    this.#before = undefined;
    this.#after = undefined;
    if (after && before === undefined) after.#isFirst();
  }

  #isFirst(): void {
    if (!this.#wake) return;
    this.#grant();
    this.#wake();
    this.#wake = undefined;
  }

  #grant(): void {
    if (this.#granted || this.#left) return;
    this.#granted = true;
    if (this.#after) this.#leaveSoon();
  }

  // The tick comes after the microtasks that are queued when it is asked for, so the handler that awaited its slot has
  // gone on by then, through however many promises; asked for outside a microtask it would come too early.
  #leaveSoon(): void {
    queueMicrotask(() => process.nextTick(() => this.#leave()));
  }
}

export function connectionOf(socket: object): PipelinedConnection {
  let connection = connections.get(socket);
  if (connection === undefined) {
    connection = new PipelinedConnection();
    connections.set(socket, connection);
  }
  return connection;
}

/** Takes the next slot of a connection. */
export function takeSlot(socket: object): PipelineSlot {
  return new PipelineSlot(connectionOf(socket));
}
