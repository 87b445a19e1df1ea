/** Work that many ask for. Those who ask during a run share the next one, which sees what was so when they asked. */
export class SharedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  async run(): Promise<void> {
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
