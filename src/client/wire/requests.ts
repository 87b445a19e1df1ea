/** Requests on the open connection, each with the answer of its id, no faster than the service reads (S16). */

import type { Timers } from '../shared/index.ts';
import { StreamRefusal } from '../shared/index.ts';
import type { Message } from './messages.ts';
import { Pace } from './pace.ts';

/** The connection ended before the answer: whoever asked asks again on the next one. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Below messagesPerSecondMax and messageBurstMax of the service (S16). */
const PACE = { atOnce: 60, perSecond: 40 };
/** Until a message is sent again that the service did not take. */
const AGAIN_MS = 1000;

interface Pending {
  readonly message: object;
  readonly onAnswer: (answer: Message) => void;
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: Error) => void;
}

export class Requests {
  readonly #timers: Timers;
  readonly #pending = new Map<string, Pending>();
  #waiting: object[] = [];
  #send: ((message: object) => void) | null = null;
  readonly #pace: Pace;
  #next = 1;
  #stopTimer: () => void = () => {};

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#pace = new Pace(timers, PACE);
  }

  opened(send: (message: object) => void): void {
    this.#send = send;
    this.#pace.restart();
  }

  /** Those without an answer are rejected with ConnectionLost. */
  cut(): void {
    this.#send = null;
    this.#waiting = [];
    this.#stopTimer();
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new ConnectionLost('the connection ended'));
  }

  /** Rejects with StreamRefusal, or ConnectionLost. onAnswer runs before the next message is read. */
  ask(message: object, onAnswer: (answer: Message) => void = () => {}): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.#send === null) {
        reject(new ConnectionLost('there is no connection'));
        return;
      }
      const id = `r${this.#next++}`;
      const withId = { ...message, id };
      this.#pending.set(id, { message: withId, onAnswer, resolve, reject });
      this.#waiting.push(withId);
      this.#flush();
    });
  }

  /** Whether the message was the answer to one of these. */
  received(message: Message): boolean {
    const id = String(message.id);
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    if (message.type === 'error' && message.code === 'too-many-messages') {
      this.#waiting.push(pending.message);
      this.#pause();
      return true;
    }
    this.#pending.delete(id);
    if (message.type === 'error') {
      pending.reject(new StreamRefusal(String(message.code), String(message.message)));
      return true;
    }
    pending.onAnswer(message);
    pending.resolve(message);
    return true;
  }

  #pause(): void {
    this.#pace.pause(AGAIN_MS);
    this.#flush();
  }

  #flush(): void {
    let sent = 0;
    while (sent < this.#waiting.length && this.#pace.take()) this.#send?.(this.#waiting[sent++]!);
    this.#waiting.splice(0, sent);
    this.#stopTimer();
    if (this.#waiting.length > 0) this.#stopTimer = this.#timers.after(this.#pace.waitMs, () => this.#flush());
  }
}
