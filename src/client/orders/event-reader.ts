/** The events of a client in order, each once: live, and by pages where the stream cannot resume (L19). */

import type { Answer, Fields } from '../shared/index.ts';
import { ApiRefusal, NoAnswer, StreamClosed, sleep, type Timers } from '../shared/index.ts';
import type { Events, Gap } from '../stream/index.ts';
import type { OrdersMessage, VenueEvent } from '../wire/index.ts';

export interface EventReaderDeps {
  readonly read: (fields: Fields<'getEvents'>, signal: AbortSignal) => Promise<Answer<'getEvents'>>;
  /** The events after a cursor, live. */
  readonly follow: (since: string) => Events<OrdersMessage | Gap>;
  /** Where reading goes on when events were lost: undefined is the first event. */
  readonly afterReset: 'latest' | undefined;
  readonly timers: Timers;
}

export interface EventListener {
  /** `cursor` is after the last of them. */
  readonly take: (events: readonly VenueEvent[], cursor: string) => void;
  /** Events were lost: the venue was put back or replaced. The next ones follow, without another gap. */
  readonly reset: () => void;
  /** The events may not be read any more. */
  readonly failed: (error: unknown) => void;
}

const PAGE = 500;
/** Until events are read again that could not be read. */
const AGAIN_MS = 1000;
/** The cursor is of another venue, or ahead of this one. */
const STALE_CURSOR = '1422';

export class EventReader {
  /** Resolves when all events up to then are taken; rejects where they may not be read, and on close. */
  readonly ready: Promise<void>;
  readonly #deps: EventReaderDeps;
  readonly #listener: EventListener;
  readonly #ending = new AbortController();
  #cursor: string | undefined;
  /** The cursor was stale; the listener learns it once the place is known from which reading goes on. */
  #wasReset = false;
  #feed: Events<OrdersMessage | Gap> | undefined;

  /** @param after a cursor, `latest` for the events from now on, or undefined for all events of the client */
  constructor(deps: EventReaderDeps, after: string | undefined, listener: EventListener) {
    this.#deps = deps;
    this.#cursor = after;
    this.#listener = listener;
    this.ready = new Promise(
      (resolve, reject) => void this.#run(resolve).catch((error) => this.#failed(error, reject)),
    );
    this.ready.catch(() => {});
  }

  /** After the last event that was taken; while a page is taken, before its first one. */
  get cursor(): string | undefined {
    return this.#feed?.cursor ?? this.#cursor;
  }

  close(): void {
    this.#ending.abort();
    this.#endFeed();
  }

  async #run(isReady: () => void): Promise<void> {
    for (;;) {
      const isRead = await this.#readPast();
      if (!isRead) {
        await sleep(this.#deps.timers, AGAIN_MS, this.#ending.signal);
        continue;
      }
      const over = this.#follow();
      isReady();
      await over;
    }
  }

  /** By pages, up to now; false: it cannot be done now. Stays as it is where a page could not be read. */
  async #readPast(): Promise<boolean> {
    const { signal } = this.#ending;
    try {
      for (let more = true; more; ) {
        const after = this.#wasReset ? this.#deps.afterReset : this.#cursor;
        const page = await this.#deps.read({ after, limit: PAGE }, signal);
        signal.throwIfAborted();
        if (this.#wasReset) this.#listener.reset();
        this.#wasReset = false;
        if (page.events.length > 0) this.#listener.take(page.events, page.cursor);
        this.#cursor = page.cursor;
        more = page.moreEvents === 'Yes';
      }
      return true;
    } catch (error) {
      const isStale = error instanceof ApiRefusal && error.statusCode === STALE_CURSOR;
      if (isStale && !this.#wasReset) {
        this.#wasReset = true;
        return this.#readPast();
      }
      if (!isPassing(error)) throw error;
      return false;
    }
  }

  /** Resolves where the stream cannot go on from there (S23). */
  #follow(): Promise<void> {
    const feed = this.#deps.follow(this.#cursor as string);
    this.#feed = feed;
    return new Promise((resolve, reject) => {
      feed.onError(reject);
      feed.on((message) => {
        if (message.type === 'event') {
          this.#listener.take([message.event], message.cursor);
          return;
        }
        this.#endFeed();
        resolve();
      });
    });
  }

  #endFeed(): void {
    const feed = this.#feed;
    if (feed === undefined) return;
    this.#cursor = feed.cursor ?? this.#cursor;
    this.#feed = undefined;
    feed.close();
  }

  #failed(error: unknown, reject: (error: unknown) => void): void {
    if (this.#ending.signal.aborted) {
      reject(new StreamClosed('the reader was closed'));
      return;
    }
    this.close();
    reject(error);
    this.#listener.failed(error);
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiRefusal && (error.http === 429 || error.http === 503));
}
