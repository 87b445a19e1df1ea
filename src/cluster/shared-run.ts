/** Work that many ask for. Those who ask during a run share the next one, which sees what was so when they asked. */
export class SharedRun<T = void> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  async run(): Promise<T> {
    await this.#running;
    if (this.#running !== undefined) return this.#running;
    const running = this.#work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Nobody waits for a run that began before. */
  forget(): void {
    this.#running = undefined;
  }
}
