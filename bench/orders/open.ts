import { join } from 'node:path';
import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { type Block, generatorShare, ran, rateOf } from './block.ts';
import type { OrdersSettings } from './options.ts';
import { type Load, withRig } from './rig.ts';
import { type RateResult, SUSTAINED_P99_MS, sustainedRate, wasSustained } from './sustained.ts';
import { othersText, paragraph, two, whole } from './text.ts';

/** Enough that, below saturation, a request that is due finds a free one. */
const CONNECTIONS = 256;

/** The rates at which the tail is aimed at, on two cores. */
const TAIL_RATE = 5000;
const TAIL_AIM = 'at most 3';
const LONG_RATE = 3500;
const LONG_AIM = 'less than 0.005';

/** One of the two servers. */
interface Side {
  readonly name: string;
  readonly measure: (load: Load) => Promise<Block>;
  readonly results: RateResult<Block>[];
}

/**
 * Both servers at rising rates that do not depend on their answers, each up to the first rate that it never sustains.
 */
export async function measureOpenLoop(settings: OrdersSettings, folder: string): Promise<Section> {
  const sides = await withRig({ folder: join(folder, 'open'), warmUp_ms: settings.warmUp_ms }, async (rig) => {
    const sides: readonly Side[] = [
      { name: 'bare route', measure: (load) => rig.bare(load), results: [] },
      { name: 'createOrder', measure: (load) => rig.venue(load), results: [] },
    ];
    for (const rate of settings.rates) {
      await measureRate(
        rate,
        sides.filter(({ results }) => results.every(wasSustained)),
        settings,
      );
    }
    return sides;
  });
  return { text: textOf(settings, sides), figures: [...sides.flatMap(figuresOf), ...tailRatios(sides)] };
}

async function measureRate(rate: number, sides: readonly Side[], settings: OrdersSettings): Promise<void> {
  const load = { connections: CONNECTIONS, duration_ms: settings.block_ms, rate };
  const series = sides.map(({ measure }) => new Series(() => measure(load)));
  await inTurn(settings.openRepetitions, series);
  sides.forEach(({ results }, side) => {
    results.push({ rate, blocks: series[side]?.results ?? [] });
  });
}

function textOf({ openRepetitions, block_ms, rates }: OrdersSettings, sides: readonly Side[]): string {
  const sustained = sides.map(({ name, results }) => {
    const { median, lowest, highest } = sustainedRate(results);
    return (
      `${name} **${wholeText(median)}** (${wholeText(lowest)} in every repetition, ${wholeText(highest)} in ` +
      'one at least)'
    );
  });
  return [
    paragraph(
      `**Open loop.** Requests due at an even rate, over ${CONNECTIONS} connections; latencies in ms from the ` +
        'time at which',
      `a request was due. Median (lowest to highest) of ${openRepetitions} repetitions of ${block_ms / 1000} s, ` +
        'in turn.',
      othersText(sides.flatMap(({ results }) => results.flatMap(({ blocks }) => blocks))),
    ),
    table(rates, sides),
    paragraph(
      `The highest rate sustained, with every request answered and the p99 below ${SUSTAINED_P99_MS} ms:`,
      `${sustained.join('; ')}. Neither is measured above the first rate that it sustains in no repetition.`,
    ),
  ].join('\n\n');
}

function table(rates: readonly number[], sides: readonly Side[]): string {
  const cells = (name: string, { rate, blocks }: RateResult<Block>) => [
    wholeText(rate),
    name,
    whole(blocks, rateOf),
    two(blocks, (block) => block.p50_ms),
    two(blocks, (block) => block.p99_ms),
    two(blocks, (block) => block.p999_ms),
    two(blocks, (block) => block.long * 100),
    two(blocks, (block) => block.late?.p50_ms ?? null),
    two(blocks, ran('main')),
    two(blocks, generatorShare),
  ];
  return markdownTable(
    [
      'due a second',
      'server',
      'answered a second',
      'p50',
      'p99',
      'p99.9',
      'above 2 ms, %',
      'sent late, p50',
      'main thread, of a core',
      'load generator, of a core',
    ],
    rates.flatMap((rate) =>
      sides.flatMap(({ name, results }) =>
        results.filter((result) => result.rate === rate).map((result) => cells(name, result)),
      ),
    ),
  );
}

function figuresOf({ name, results }: Side): Figure[] {
  const atRates = results.flatMap(({ rate, blocks }) => [
    figure(`${name}, ${rate} a second due, p50`, 'ms', blocks, (block) => block.p50_ms),
    figure(`${name}, ${rate} a second due, p99`, 'ms', blocks, (block) => block.p99_ms),
    figure(`${name}, ${rate} a second due, p99.9`, 'ms', blocks, (block) => block.p999_ms),
    withAim(
      rate === LONG_RATE ? LONG_AIM : undefined,
      figure(`${name}, ${rate} a second due, above 2 ms`, 'share', blocks, (block) => block.long),
    ),
  ]);
  return [
    { name: `${name}, highest rate sustained`, unit: 'requests a second', ...sustainedRate(results) },
    ...atRates,
  ];
}

/** How many times the p99 of the bare route that of createOrder is, for each rate that both were measured at. */
function tailRatios([bare, venue]: readonly Side[]): Figure[] {
  return (venue?.results ?? []).flatMap(({ rate, blocks }) => {
    const others = bare?.results.find((result) => result.rate === rate)?.blocks;
    if (others === undefined) return [];
    const name = `p99 of createOrder / bare route, ${rate} a second due`;
    const ratio = figure(name, 'ratio', blocks, (block) => block.p99_ms / others[blocks.indexOf(block)]!.p99_ms);
    return [withAim(rate === TAIL_RATE ? TAIL_AIM : undefined, ratio)];
  });
}

function withAim(aim: string | undefined, figure: Figure): Figure {
  return aim === undefined ? figure : { ...figure, aim };
}
