import type { Bar, Group, Panel } from './chart.ts';
import type { Recorded } from './recorded.ts';

const SCENARIOS = ['static', 'normal', 'swing-25', 'swing-40', 'flash-crash'] as const;
const RATES = [200_000, 500_000, 1_000_000] as const;
const CONNECTIONS = [1, 16, 64, 256] as const;
const SUBSCRIBERS = [1, 100, 1000, 10_000] as const;

/** The panels of the picture for which there are figures. */
export function panelsOf(recorded: Recorded): Panel[] {
  return [scenarios(recorded), latency(recorded), orders(recorded), stream(recorded)].filter(
    ({ groups }) => groups.length > 0,
  );
}

function scenarios(recorded: Recorded): Panel {
  return {
    title: 'Matching, one core',
    subtitle: 'million messages a second by shape of flow; more is better',
    series: ['OpenATS', 'a plain book'],
    groups: groups(SCENARIOS, String, (scenario) =>
      ['openats', 'plain'].map((book) => barOf(recorded, 'scenarios', `${scenario}, ${book}`)),
    ),
    text: (value) => value.toFixed(1),
    line: { at: 7, label: 'aim 7' },
  };
}

function latency(recorded: Recorded): Panel {
  const series = {
    p50: 'openats, RATE a second, p50',
    'p99.99': 'openats, RATE a second, p99.99',
    'p99.99, least of each': 'openats, RATE a second, least of each message: p99.99',
    'p99.99 without a book': 'no book, RATE a second, p99.99',
  };
  return {
    title: 'Latency of a message, open loop',
    subtitle: 'µs by messages a second, logarithmic; less is better',
    series: Object.keys(series),
    groups: groups(RATES, thousands, (rate) =>
      Object.values(series).map((name) => barOf(recorded, 'latency', name.replace('RATE', String(rate)))),
    ),
    text: (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0)),
    logFrom: 0.01,
  };
}

function orders(recorded: Recorded): Panel {
  return {
    title: 'createOrder over HTTP, durable',
    subtitle: 'requests a second by connections, one in flight on each; more is better',
    series: ['OpenATS', 'a bare Fastify route'],
    groups: groups(CONNECTIONS, String, (connections) =>
      ['createOrder', 'bare route'].map((side) => barOf(recorded, 'orders', `${side}, ${connections} connections`)),
    ),
    text: thousands,
  };
}

function stream(recorded: Recorded): Panel {
  return {
    title: 'Top of book over WebSocket',
    subtitle: 'deliveries a second by subscribers of one security; more is better',
    series: ['OpenATS', 'bare ws'],
    groups: groups(SUBSCRIBERS, thousands, (count) => {
      const group = `${thousands(count)} subscriber${count === 1 ? '' : 's'} of one security, one change at a time`;
      return ['stream', 'bare'].map((side) => barOf(recorded, 'stream', `${group}: ${side}`));
    }),
    text: thousands,
  };
}

function groups<T>(keys: readonly T[], label: (key: T) => string, bars: (key: T) => (Bar | undefined)[]): Group[] {
  return keys
    .map((key) => ({ label: label(key), bars: bars(key) }))
    .filter((group) => group.bars.some((bar) => bar !== undefined));
}

function barOf(recorded: Recorded, bench: string, name: string): Bar | undefined {
  const figure = recorded.find(bench, name);
  return figure && { value: figure.median, lowest: figure.lowest, highest: figure.highest };
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
