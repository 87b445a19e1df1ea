import type { Pace, Paced } from '../channels/index.ts';

/** Characters that one connection reads before the others have their turns. */
const PART_MAX = 16_384;

export interface InboxParts {
  /** Of the characters that all connections together read in a turn of the event loop. */
  readonly pace: Pace;
  /** Stops reading from the socket; what it has read already may still come. */
  readonly webSocket: { pause(): void; resume(): void };
  readonly handle: (text: string) => void;
}

/** Messages of one connection, handled in their order: as fast as the pace allows, and none while they are held. */
export class Inbox implements Paced {
  readonly #parts: InboxParts;
  #texts: string[] = [];
  #isHeld = false;
  #awaitsTurn = false;

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  add(text: string): void {
    const { pace, webSocket, handle } = this.#parts;
    if (!this.#isHeld && this.#texts.length === 0 && pace.take(text.length)) {
      handle(text);
      return;
    }
    this.#texts.push(text);
    webSocket.pause();
    this.#awaitTurn();
  }

  hold(): void {
    this.#isHeld = true;
    this.#parts.webSocket.pause();
  }

  release(): void {
    this.#isHeld = false;
    this.#goOn();
  }

  /** Returns how many characters were read. */
  serveSome(): number {
    this.#awaitsTurn = false;
    let characters = 0;
    while (!this.#isHeld && characters < PART_MAX && this.#texts.length > 0) characters += this.#handleNext();
    this.#goOn();
    return characters;
  }

  /** The connection has ended: what came before its end is handled at once. */
  end(): void {
    while (this.#texts.length > 0) this.#handleNext();
  }

  #handleNext(): number {
    const text = this.#texts.shift() ?? '';
    this.#parts.handle(text);
    return text.length;
  }

  #goOn(): void {
    if (this.#isHeld) return;
    if (this.#texts.length === 0) this.#parts.webSocket.resume();
    else this.#awaitTurn();
  }

  #awaitTurn(): void {
    if (this.#isHeld || this.#awaitsTurn) return;
    this.#awaitsTurn = true;
    this.#parts.pace.add(this);
  }
}
