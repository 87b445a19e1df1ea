interface Lane {
  size: number;
  last: Promise<unknown>;
}

/**
 * Work that is done one piece at a time for each name, in the order in which it came, with a bounded number waiting.
 */
export class Lanes {
  readonly #sizeMax: number;
  readonly #lanes = new Map<string, Lane>();

  /** @param sizeMax pieces of work of one name, the one being done included */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /** What the work gives; undefined, and the work is not done, where too much of this name waits already. */
  run<T>(name: string, work: () => T | Promise<T>): Promise<T> | undefined {
    const lane = this.#lanes.get(name) ?? { size: 0, last: Promise.resolve() };
    if (lane.size >= this.#sizeMax) return undefined;
    lane.size++;
    this.#lanes.set(name, lane);
    const done = lane.last.then(work).finally(() => {
      lane.size--;
      if (lane.size === 0) this.#lanes.delete(name);
    });
    // The next goes on whatever became of this one.
    lane.last = done.catch(() => undefined);
    return done;
  }
}
