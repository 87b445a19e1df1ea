/** Runs the tasks of each key one at a time, in the order in which they came. */
export class KeyedQueue<Key> {
  readonly #queues = new Map<Key, { size: number; last: Promise<unknown> }>();

  /** Unfinished tasks of the key, the running one included. */
  size(key: Key): number {
    return this.#queues.get(key)?.size ?? 0;
  }

  /** The outcome of the task. It starts when all earlier tasks of the key have ended, also those that failed. */
  run<T>(key: Key, task: () => T | Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { size: 0, last: Promise.resolve() };
    queue.size += 1;
    this.#queues.set(key, queue);
    const outcome = queue.last.then(task).finally(() => {
      queue.size -= 1;
      if (queue.size === 0) this.#queues.delete(key);
    });
    queue.last = outcome.catch(() => undefined);
    return outcome;
  }
}
