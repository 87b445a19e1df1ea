/** One measurement that is made several times. */
export class Series<T> {
  readonly #measure: () => Promise<T>;
  readonly #results: T[] = [];

  constructor(measure: () => Promise<T>) {
    this.#measure = measure;
  }

  /** In the order of the repetitions. */
  get results(): readonly T[] {
    return this.#results;
  }

  async repeat(): Promise<void> {
    this.#results.push(await this.#measure());
  }
}

/**
 * Makes the measurements in turn, the given number of times, every other time from the last to the first: what changes
 * on the machine meanwhile then favours none.
 */
export async function inTurn(repetitions: number, series: readonly Series<unknown>[]): Promise<void> {
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const one of repetition % 2 === 0 ? series : series.toReversed()) await one.repeat();
  }
}
