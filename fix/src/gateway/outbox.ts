import { encodeFields } from '../codec/index.ts';
import { TAG } from '../dictionary/index.ts';
import type { ApplicationMessage, Numbered } from '../session/index.ts';
import type { Store, StoredNumbers } from '../store/index.ts';
import { type Delivered, Delivery } from './delivery.ts';
import type { Range } from './sender.ts';

/** Old messages are deleted each time that the number is a multiple of this. */
const FORGET_EACH = 1000;
/** PossResend: the peer may have got the message under another number. */
const POSS_RESEND = encodeFields([[TAG.PossResend, 'Y']]);

interface OutboxDeps {
  readonly store: Store;
  readonly session: string;
  readonly keptMessages: number;
}

/** The stored messages of one session, and which of them the peer has got. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #delivery: Delivery;

  constructor(deps: OutboxDeps, stored: StoredNumbers) {
    this.#deps = deps;
    this.#delivery = new Delivery(stored, stored.nextOut);
  }

  get numbers(): Delivered {
    return this.#delivery.numbers;
  }

  keep({ seq, msgType, body }: Numbered, now: number): void {
    const { store, session, keptMessages } = this.#deps;
    store.append(session, { seq, sentAt: now, msgType, body });
    if (seq % FORGET_EACH === 0) store.forget(session, seq - keptMessages);
  }

  /** The number is about to be written. */
  issue(seq: number): void {
    this.#delivery.issue(seq);
  }

  /** Messages were given to the connection. The numbers are stored with the next change: only a reset needs them. */
  give(numbers: readonly Range[], of: { at: number; cutAfterMs: number; isLagging: boolean }): void {
    for (const range of numbers) this.#delivery.give(range, of);
    if (of.isLagging) this.#delivery.lag();
  }

  /** @param isRead whether the peer is known to have read everything that it was given */
  end(isRead: boolean): void {
    this.#delivery.end(isRead);
  }

  /** Forgets the messages, whose numbers end at `last`; returns those that may not have arrived, for new numbers. */
  reset(last: number): ApplicationMessage[] {
    const { store, session } = this.#deps;
    const { above, issued } = this.#delivery.unsure;
    const all = { from: above + 1, to: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };
    const unsure = store.messages(session, all);
    store.forget(session, Number.MAX_SAFE_INTEGER);
    this.#delivery.reset(last);
    return unsure.map(({ seq, msgType, body }) => ({
      msgType,
      body: seq <= issued && !body.startsWith(POSS_RESEND) ? POSS_RESEND + body : body,
    }));
  }
}
