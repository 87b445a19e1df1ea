/** Reads of the history that are under way at once: many connections come back together, and orders are not to wait. */
const AT_ONCE = 4;

/** Lets a few reads run at a time, the others in their order. */
export class ReadTurns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run<R>(read: () => Promise<R>): Promise<R> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
