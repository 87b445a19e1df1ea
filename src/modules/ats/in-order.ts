/** Runs tasks that concern the same security one after another, in the order in which they came. */
export class InOrder {
  readonly #last = new Map<number, Promise<unknown>>();

  async run<T>(securityId: number, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(securityId) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(securityId, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(securityId) === mine) this.#last.delete(securityId);
    }
  }
}
