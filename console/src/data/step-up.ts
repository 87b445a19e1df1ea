/** Dangerous actions are for users who have just signed in: the actions that wait until the user has done so again. */
import { dollarText } from './amounts.ts';
import { Topic } from './topic.ts';

class StepUp {
  readonly changed = new Topic();
  #waiting: PromiseWithResolvers<boolean> | undefined;
  #sums: string[] = [];

  get isAsked(): boolean {
    return this.#waiting !== undefined;
  }

  /** How much money each of the actions moves. */
  get sums(): readonly string[] {
    return this.#sums;
  }

  /** Resolves to whether the user signed in again; shared by the actions that wait for it. */
  ask(amount?: string): Promise<boolean> {
    this.#waiting ??= Promise.withResolvers<boolean>();
    if (amount !== undefined) this.#sums.push(dollarText(amount));
    this.changed.changedByReader();
    return this.#waiting.promise;
  }

  answer(isDone: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#sums = [];
    waiting?.resolve(isDone);
    this.changed.changedByReader();
  }
}

export const stepUp = new StepUp();
