import {
  type EventFeed,
  type ExchangeEvent,
  isPublic,
  type PublicEvent,
  recipientsOf,
} from '../../../exchange/api/index.ts';
import { refusalError } from './refusals.ts';

/** Calls of one client that wait, and of all. */
export interface WaitLimits {
  readonly perClient: number;
  readonly inAll: number;
}

const LIMITS: WaitLimits = { perClient: 20, inAll: 2000 };

export interface EventWaitsDeps {
  readonly feed: Pick<EventFeed, 'subscribe'>;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly limits?: WaitLimits;
}

/** A call that waits for the next event of its client. */
export interface EventWait {
  /**
   * Resolves with true at the next such event since the wait was opened or last resolved, else with false, after so
   * long or when the venue stops.
   */
  over(waitMs: number): Promise<boolean>;
  close(): void;
}

interface Waiter {
  happened: boolean;
  wake: () => void;
}

/** Who waits for events (H8). The venue's events are listened to only while somebody does. */
export class EventWaits {
  readonly #deps: EventWaitsDeps;
  readonly #limits: WaitLimits;
  readonly #ofClient = new Map<string, Set<Waiter>>();
  /** Of master keys: they get everything. */
  readonly #ofAll = new Set<Waiter>();
  #open = 0;
  #unsubscribe: () => void = () => {};
  #stopped = false;

  constructor(deps: EventWaitsDeps) {
    this.#deps = deps;
    this.#limits = deps.limits ?? LIMITS;
  }

  /** @param of whose calls are counted together; events of all clients end a wait of a master key */
  open({ clientId, master }: { readonly clientId: string; readonly master: boolean }): EventWait {
    const own = this.#ofClient.get(clientId) ?? new Set();
    const open = master ? this.#ofAll : own;
    if (open.size >= this.#limits.perClient || this.#open >= this.#limits.inAll) {
      throw refusalError('too many waiting calls');
    }
    const waiter: Waiter = { happened: false, wake: () => {} };
    if (!master) this.#ofClient.set(clientId, own);
    open.add(waiter);
    if (this.#open++ === 0) this.#unsubscribe = this.#deps.feed.subscribe((event) => this.#take(event));
    return {
      over: (waitMs) => this.#over(waiter, waitMs),
      close: () => {
        if (!open.delete(waiter)) return;
        if (!master && open.size === 0) this.#ofClient.delete(clientId);
        if (--this.#open === 0) this.#unsubscribe();
      },
    };
  }

  /** Calls that wait. */
  get size(): number {
    return this.#open;
  }

  /** From now on nobody waits any more: calls answer what there is. */
  stop(): void {
    this.#stopped = true;
    for (const waiters of [...this.#ofClient.values(), this.#ofAll]) this.#wake(waiters);
  }

  async #over(waiter: Waiter, waitMs: number): Promise<boolean> {
    if (!waiter.happened && !this.#stopped) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiter.wake = resolve;
      const cancel = this.#deps.after(waitMs, resolve);
      await promise;
      cancel();
    }
    const { happened } = waiter;
    waiter.happened = false;
    return happened && !this.#stopped;
  }

  #take(event: ExchangeEvent): void {
    if (!isPublic(event)) return;
    this.#wake(this.#ofAll);
    const clientIds = clientsOf(event);
    if (clientIds === null) for (const waiters of this.#ofClient.values()) this.#wake(waiters);
    else for (const clientId of clientIds) this.#wake(this.#ofClient.get(clientId));
  }

  #wake(waiters: ReadonlySet<Waiter> = new Set()): void {
    for (const waiter of waiters) {
      waiter.happened = true;
      waiter.wake();
    }
  }
}

/** Null: everybody. */
function clientsOf(event: PublicEvent): readonly string[] | null {
  if (event.type === 'market') return null;
  if (event.type === 'order') return [event.order.ticket.clientId];
  if (event.type === 'notice') return recipientsOf(event.notice.to);
  return [event.match.buyClientId, event.match.sellClientId];
}
