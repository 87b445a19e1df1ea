/** The faults that a client of the sandbox asked for in its webhooks (Z10), between the outbox and the dispatcher. */
import type { Timers } from '../../time/timers.ts';
import type { Milliseconds } from '../../time/units.ts';
import type { Delivery, DeliveryHooks, Dispatcher } from './dispatcher.ts';

export interface WebhookFault {
  /** double: sent twice; swap: sent after the next webhook of the client; late: sent after a time. */
  readonly type: 'double' | 'swap' | 'late';
  /** Of the header X-Sandbox-Fault. */
  readonly mark: string;
  /** late: by the clock of the sandbox. */
  readonly byMs: Milliseconds;
}

export interface WebhookFaults {
  /** False while no client has a fault: nothing else is asked then. */
  readonly isSet: boolean;
  /** The fault of a webhook before its first attempt, which counts as one of its times; undefined: it has none. */
  ofWebhook(clientId: string, method: string): WebhookFault | undefined;
}

export interface FaultyDispatcherDeps {
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly faults: WebhookFaults;
  /** Milliseconds since 1970, by the clock of the sandbox. */
  readonly nowMs: () => Milliseconds;
  /** Of the system. */
  readonly after: Timers['after'];
}

interface HeldBack {
  readonly delivery: Delivery;
  readonly hooks: DeliveryHooks;
  readonly cancel: () => void;
}

/** How long one waits for the next webhook of its client; no time of the sandbox passes meanwhile. */
const HELD_MS_MAX = 2000;
/** Marks of webhooks that are sent later. */
const MARKS_MAX = 10_000;

export class FaultyDispatcher implements Pick<Dispatcher, 'offer'> {
  readonly #deps: FaultyDispatcherDeps;
  /** By client, at most one: sent after the next one. */
  readonly #held = new Map<string, HeldBack>();
  readonly #marks = new Map<string, string>();

  constructor(deps: FaultyDispatcherDeps) {
    this.#deps = deps;
  }

  offer(delivery: Delivery, hooks: DeliveryHooks): boolean {
    const { dispatcher, faults, nowMs } = this.#deps;
    const { id, clientId, method } = delivery;
    if (!faults.isSet && this.#marks.size === 0 && this.#held.size === 0) return dispatcher.offer(delivery, hooks);
    const mark = this.#marks.get(id);
    const held = this.#held.get(clientId);
    const isFirst = delivery.attempts === 0 && delivery.isPostponed !== true && mark === undefined;
    const fault = isFirst && held === undefined ? faults.ofWebhook(clientId, method) : undefined;
    if (fault === undefined) {
      return this.#send(delivery, mark, held === undefined ? hooks : this.#releasing(clientId, hooks));
    }
    this.#remember(id, fault.mark);
    switch (fault.type) {
      case 'late':
        hooks.late?.(nowMs() + fault.byMs);
        return true;
      case 'swap':
        this.#hold(delivery, hooks);
        return true;
      case 'double':
        return this.#send(delivery, fault.mark, this.#doubling(delivery, fault.mark, hooks));
    }
  }

  /** What is held back stays in the outbox, for the next start. */
  stop(): void {
    for (const { cancel } of this.#held.values()) cancel();
    this.#held.clear();
  }

  #send(delivery: Delivery, mark: string | undefined, hooks: DeliveryHooks): boolean {
    const { dispatcher } = this.#deps;
    if (mark === undefined) return dispatcher.offer(delivery, hooks);
    const isTaken = dispatcher.offer({ ...delivery, fault: mark }, hooks);
    // One that finds no room is offered again, and is marked then.
    if (isTaken) this.#marks.delete(delivery.id);
    return isTaken;
  }

  #remember(id: string, mark: string): void {
    this.#marks.set(id, mark);
    const [oldest] = this.#marks.keys();
    if (this.#marks.size > MARKS_MAX && oldest !== undefined) this.#marks.delete(oldest);
  }

  #hold(delivery: Delivery, hooks: DeliveryHooks): void {
    const { clientId } = delivery;
    const cancel = this.#deps.after(HELD_MS_MAX, () => this.#release(clientId));
    this.#held.set(clientId, { delivery, hooks, cancel });
  }

  #releasing(clientId: string, hooks: DeliveryHooks): DeliveryHooks {
    const before =
      <V>(then: ((value: V) => void) | undefined) =>
      (value: V) => {
        then?.(value);
        this.#release(clientId);
      };
    return { ...hooks, ended: before(hooks.ended), postponed: before(hooks.postponed) };
  }

  #release(clientId: string): void {
    const held = this.#held.get(clientId);
    if (held === undefined) return;
    this.#held.delete(clientId);
    held.cancel();
    const { delivery, hooks } = held;
    // Without room it is read again from the outbox, as one that is due now.
    if (!this.#send(delivery, this.#marks.get(delivery.id), hooks)) hooks.late?.(this.#deps.nowMs());
  }

  /** The second follows the last attempt of the first. */
  #doubling(delivery: Delivery, mark: string, hooks: DeliveryHooks): DeliveryHooks {
    const ended = (retryAtMs: number | null) => {
      const isSent = retryAtMs === null && this.#send(delivery, mark, { ...hooks, ended: () => hooks.ended(null) });
      if (!isSent) hooks.ended(retryAtMs);
    };
    return { ...hooks, ended };
  }
}
