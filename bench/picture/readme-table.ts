import type { Figure } from '../support/results.ts';
import type { Recorded } from './recorded.ts';

interface Row {
  readonly what: string;
  /** The benchmark and the name of the figure. */
  readonly figure: readonly [bench: string, name: string];
  readonly text: (value: number) => string;
  readonly aim: string;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const places = (count: number) => (value: number) => value.toFixed(count);

/** What the README shows, in its order. */
const ROWS: readonly Row[] = [
  {
    what: 'the worst of five shapes of flow, million messages a second on one core',
    figure: ['scenarios', 'worst scenario'],
    text: places(1),
    aim: 'at least 12',
  },
  {
    what: 'the best of them to the worst',
    figure: ['scenarios', 'best to worst'],
    text: places(2),
    aim: 'at most 1.4',
  },
  {
    what: 'a message at 500,000 a second, open loop, p50 in µs',
    figure: ['latency', 'openats, 500000 a second, p50'],
    text: places(2),
    aim: '',
  },
  {
    what: 'the same, p99.99 in µs',
    figure: ['latency', 'openats, 500000 a second, p99.99'],
    text: whole,
    aim: 'below 100',
  },
  {
    what: 'a driver that sends to no book, p99.99 in µs',
    figure: ['latency', 'no book, 500000 a second, p99.99'],
    text: whole,
    aim: '',
  },
  {
    what: 'memory of a resting order of 1,000,000, bytes',
    figure: ['growth', 'memory of each resting order of 1,000,000'],
    text: whole,
    aim: 'below 150',
  },
  {
    what: 'durable createOrder over HTTP with 64 connections, to a bare Fastify route',
    figure: ['orders', 'createOrder / bare route, 64 connections'],
    text: places(2),
    aim: 'at least 0.7',
  },
  {
    what: 'orders that share one fdatasync there',
    figure: ['orders', 'orders a group commit, 64 connections'],
    text: places(0),
    aim: '',
  },
  {
    what: 'recovery, commands a second',
    figure: ['recovery', 'recovery from the first record'],
    text: whole,
    aim: 'at least 300,000',
  },
  {
    what: 'start from a snapshot with 10,000,000 commands in the journal, seconds',
    figure: ['start', 'start with 10,000,000 commands: snapshot at the end'],
    text: places(1),
    aim: 'below 5',
  },
  {
    what: 'how much longer an order waits while a snapshot of 1,000,000 live orders is taken, ms',
    figure: ['snapshot', 'longer because of a snapshot, 1,000,000 live orders'],
    text: places(1),
    aim: 'at most 10',
  },
  {
    what: 'getOrder by id with 11.4 million orders in the history, times that with 14,000',
    figure: ['history', 'getOrder by id, 11.4 million orders, p50 to that of the smallest'],
    text: places(1),
    aim: 'flat',
  },
  {
    what: 'deliveries to 1,000 subscribers, to bare ws sending the same bytes',
    figure: ['stream', '1,000 subscribers of one security, one change at a time: stream / bare'],
    text: places(2),
    aim: 'at least 0.8',
  },
];

const BEGIN = '<!-- figures: npm run bench:picture -->';
const END = '<!-- end of figures -->';

/** The README with a new table between its two marks. Throws when it has no marks. */
export function withTable(readme: string, recorded: Recorded): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the marks ${BEGIN} and ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n${table(recorded)}\n${readme.slice(end)}`;
}

function table(recorded: Recorded): string {
  const rows = ROWS.flatMap((row) => {
    const figure = recorded.find(...row.figure);
    return figure === undefined ? [] : [`| ${row.what} | ${cell(figure, row.text)} | ${row.aim} |`];
  });
  return ['| Figure | Result (lowest to highest) | Aim |', '| --- | --- | --- |', ...rows].join('\n');
}

function cell({ median, lowest, highest }: Figure, text: Row['text']): string {
  return `**${text(median)}** (${text(lowest)} to ${text(highest)})`;
}
