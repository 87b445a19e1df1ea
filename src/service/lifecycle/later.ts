/** A part that others are given before it is made, because it is made of them. */
export class Later<T> {
  readonly #name: string;
  #part: T | undefined;

  /** @param name of the part, for the error of who asks too early */
  constructor(name: string) {
    this.#name = name;
  }

  /** Puts the part in; returns it. */
  set(part: T): T {
    this.#part = part;
    return part;
  }

  /** Throws before the part was made. */
  readonly get = (): T => {
    if (this.#part === undefined) throw new Error(`${this.#name} is asked for before it is made`);
    return this.#part;
  };
}
