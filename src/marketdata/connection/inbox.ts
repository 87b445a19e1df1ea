import type { Timers } from '../../time/timers.ts';
import { TokenBucket } from '../../time/token-bucket.ts';
import type { Pace, Paced } from '../channels/index.ts';

/** Characters that one connection reads before the others have their turns. */
const PART_MAX = 16_384;

export interface InboxDeps {
  /** Of the characters that all connections together read in a turn of the event loop. */
  readonly pace: Pace;
  /** Messages of this connection; more are read later. */
  readonly perSecondMax: number;
  readonly timers: Pick<Timers, 'nowMs' | 'after'>;
  /** Stops reading from the socket; bytes that it has read already may still come. */
  readonly webSocket: { pause(): void; resume(): void };
  readonly handle: (text: string) => void;
}

/**
 * Messages of one connection, handled in their order: as fast as its rate and the pace allow, and none while they are
 * held. A peer that sends faster fills its socket and waits, so that no message is passed over (S16).
 */
export class Inbox implements Paced {
  readonly #deps: InboxDeps;
  readonly #rate: TokenBucket;
  #texts: string[] = [];
  #isHeld = false;
  /** More came than the rate allows. */
  #isAhead = false;
  #awaitsTurn = false;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
    const { perSecondMax, timers } = deps;
    this.#rate = new TokenBucket(perSecondMax, perSecondMax, timers.nowMs());
  }

  add(text: string): void {
    const { pace, webSocket, handle, timers } = this.#deps;
    const waitMs = this.#rate.borrow(timers.nowMs(), 1);
    if (waitMs > 0 && !this.#isAhead) this.#wait(waitMs);
    if (!this.#isStopped && this.#texts.length === 0 && pace.take(text.length)) {
      handle(text);
      return;
    }
    this.#texts.push(text);
    webSocket.pause();
    this.#awaitTurn();
  }

  hold(): void {
    this.#isHeld = true;
    this.#deps.webSocket.pause();
  }

  release(): void {
    this.#isHeld = false;
    this.#goOn();
  }

  /** Returns how many characters were read. */
  serveSome(): number {
    this.#awaitsTurn = false;
    let characters = 0;
    while (!this.#isStopped && characters < PART_MAX && this.#texts.length > 0) characters += this.#handleNext();
    this.#goOn();
    return characters;
  }

  /** The connection has ended: messages from before its end are handled at once. */
  end(): void {
    while (this.#texts.length > 0) this.#handleNext();
  }

  get #isStopped(): boolean {
    return this.#isHeld || this.#isAhead;
  }

  #wait(ms: number): void {
    const { webSocket, timers } = this.#deps;
    this.#isAhead = ms > 0;
    if (ms === 0) {
      this.#goOn();
      return;
    }
    webSocket.pause();
    timers.after(ms, () => this.#wait(this.#rate.borrow(timers.nowMs(), 0)));
  }

  #handleNext(): number {
    const text = this.#texts.shift() ?? '';
    this.#deps.handle(text);
    return text.length;
  }

  #goOn(): void {
    if (this.#isStopped) return;
    if (this.#texts.length === 0) this.#deps.webSocket.resume();
    else this.#awaitTurn();
  }

  #awaitTurn(): void {
    if (this.#isStopped || this.#awaitsTurn) return;
    this.#awaitsTurn = true;
    this.#deps.pace.add(this);
  }
}
