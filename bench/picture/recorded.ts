import type { Figure } from '../support/results.ts';

/** A file that a benchmark wrote with --json. */
export interface ResultsFile {
  readonly bench: string;
  readonly figures: readonly Figure[];
}

/** Figures by benchmark and name. */
export class Recorded {
  readonly #figures: ReadonlyMap<string, Figure>;

  constructor(files: readonly ResultsFile[]) {
    this.#figures = new Map(
      files.flatMap(({ bench, figures }) =>
        figures.map((figure): [string, Figure] => [`${bench}/${figure.name}`, figure]),
      ),
    );
  }

  find(bench: string, name: string): Figure | undefined {
    return this.#figures.get(`${bench}/${name}`);
  }
}
