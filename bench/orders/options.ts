import { parseArgs } from 'node:util';

const SECTIONS = ['closed', 'form', 'stream', 'open', 'limits', 'memory'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** What is measured and for how long. */
export interface OrdersSettings {
  readonly sections: readonly SectionName[];
  /** Of the closed loop. */
  readonly connections: readonly number[];
  /** Of the open loop, requests a second, rising. */
  readonly rates: readonly number[];
  readonly repetitions: number;
  readonly openRepetitions: number;
  /** Short blocks, so that both sides of a repetition meet the same machine. */
  readonly block_ms: number;
  readonly warmUp_ms: number;
  readonly restingOrders: number;
}

const FULL: OrdersSettings = {
  sections: SECTIONS,
  connections: [1, 16, 64, 256],
  rates: [2000, 3500, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000],
  repetitions: 5,
  openRepetitions: 3,
  block_ms: 1500,
  warmUp_ms: 5000,
  restingOrders: 200_000,
};

/** Enough to see that everything works; no figures to show. */
const QUICK: OrdersSettings = {
  ...FULL,
  rates: [2000, 10_000, 20_000],
  repetitions: 2,
  openRepetitions: 1,
  block_ms: 500,
  warmUp_ms: 1000,
  restingOrders: 20_000,
};

/** The settings that the command line asks for. Throws with the name of an option that is wrong. */
export function readOptions(argv: readonly string[]): OrdersSettings {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      connections: { type: 'string' },
      rates: { type: 'string' },
      repetitions: { type: 'string' },
      quick: { type: 'boolean', default: false },
      // Read by resultsFile.
      json: { type: 'string' },
    },
  });
  const base = values.quick ? QUICK : FULL;
  const [repetitions] = numbers('repetitions', values.repetitions) ?? [];
  return {
    ...base,
    sections: sections(values.only) ?? base.sections,
    connections: numbers('connections', values.connections) ?? base.connections,
    rates: numbers('rates', values.rates)?.toSorted((a, b) => a - b) ?? base.rates,
    repetitions: repetitions ?? base.repetitions,
    openRepetitions: repetitions ?? base.openRepetitions,
  };
}

function sections(text: string | undefined): SectionName[] | undefined {
  return text?.split(',').map((name) => {
    const section = SECTIONS.find((one) => one === name);
    if (section === undefined) throw new Error(`--only wants some of ${SECTIONS.join(', ')}, not ${name}`);
    return section;
  });
}

/** Whole numbers from 1, separated by commas. */
function numbers(option: string, text: string | undefined): number[] | undefined {
  return text?.split(',').map((number) => {
    if (!/^[1-9]\d{0,6}$/.test(number)) throw new Error(`--${option} wants whole numbers from 1, not ${number}`);
    return Number(number);
  });
}
