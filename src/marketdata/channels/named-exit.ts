import type { Exit, Frame, Postponed } from '../wire/index.ts';

/** The way out of a subscription with a name (S43): each of its messages has it. */
export class NamedExit implements Exit {
  readonly #exit: Exit;
  readonly #name: string;

  constructor(exit: Exit, name: string) {
    this.#exit = exit;
    this.#name = name;
  }

  get congested(): boolean {
    return this.#exit.congested;
  }

  get isFull(): boolean {
    return this.#exit.isFull;
  }

  send(frame: Frame, nowMs: number): void {
    this.#exit.send(frame.named(this.#name), nowMs);
  }

  postpone(subscription: Postponed): void {
    this.#exit.postpone(subscription);
  }

  forget(subscription: Postponed): void {
    this.#exit.forget(subscription);
  }
}
