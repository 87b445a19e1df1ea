/** Dangerous actions are for users who have just signed in: the actions that wait until the user has done so again. */
import { Topic } from './topic.ts';

class StepUp {
  readonly changed = new Topic();
  #waiting: PromiseWithResolvers<boolean> | undefined;

  get isAsked(): boolean {
    return this.#waiting !== undefined;
  }

  /** Resolves to whether the user signed in again; shared by the actions that wait for it. */
  ask(): Promise<boolean> {
    this.#waiting ??= Promise.withResolvers<boolean>();
    this.changed.changedByReader();
    return this.#waiting.promise;
  }

  answer(isDone: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(isDone);
    this.changed.changedByReader();
  }
}

export const stepUp = new StepUp();
