import { parseArgs } from 'node:util';

const SECTIONS = ['read', 'project', 'serve', 'lists'] as const;
/** The longest list that is read has 500 orders, of a tenth of all. */
const SIZE_MIN = 5000;
export type SectionName = (typeof SECTIONS)[number];

export interface HistoryOptions {
  /** Orders of each history, smallest first. */
  readonly sizes: readonly number[];
  readonly repetitions: number;
  /** How long orders come over HTTP, for the smallest and the largest history. */
  readonly seconds: number;
  readonly sections: readonly SectionName[];
  /** Null: SQLite. */
  readonly postgres: string | null;
  /** Where the filled histories stay, on SQLite; null: they are removed. */
  readonly data: string | null;
}

/** Throws when an option is not what it must be. */
export function readOptions(argv: readonly string[]): HistoryOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      sizes: { type: 'string', default: '10000,1000000' },
      repetitions: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '30' },
      only: { type: 'string', default: SECTIONS.join(',') },
      postgres: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'string' },
    },
  });
  if (values.postgres !== undefined && values.data !== undefined) throw new Error('--data: for SQLite only');
  return {
    sizes: values.sizes
      .split(',')
      .map((size) => wholeNumber('sizes', size, SIZE_MIN))
      .sort((a, b) => a - b),
    repetitions: wholeNumber('repetitions', values.repetitions, 1),
    seconds: wholeNumber('seconds', values.seconds, 1),
    sections: values.only.split(',').map(sectionName),
    postgres: values.postgres ?? null,
    data: values.data ?? null,
  };
}

function wholeNumber(name: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least) throw new Error(`--${name}: a whole number from ${least} on`);
  return number;
}

function sectionName(name: string): SectionName {
  const known = SECTIONS.find((one) => one === name);
  if (known === undefined) throw new Error(`--only: one of ${SECTIONS.join(', ')}`);
  return known;
}
