/** Runs tasks that concern the same security (or order) one after another, in the order in which they came. */
export class InOrder {
  readonly #last = new Map<number, Promise<unknown>>();

  async run<T>(id: number, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(id, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(id) === mine) this.#last.delete(id);
    }
  }
}
