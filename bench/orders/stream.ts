import { join } from 'node:path';
import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { inTurn, Series } from '../support/turns.ts';
import { ran, rateOf, type VenueBlock } from './block.ts';
import type { OrdersSettings } from './options.ts';
import { HEADLINE_CONNECTIONS, withRig } from './rig.ts';
import { one, othersText, paragraph, two, whole } from './text.ts';

/** As many orders under way each time as over HTTP. */
const SHAPES = [
  { ordersPerFrame: 1, connections: HEADLINE_CONNECTIONS },
  { ordersPerFrame: 16, connections: HEADLINE_CONNECTIONS / 16 },
  { ordersPerFrame: 100, connections: 4 },
] as const;

interface Row {
  readonly name: string;
  readonly blocks: readonly VenueBlock[];
}

/** The same orders over HTTP and over the stream, on one venue, in a closed loop. */
export async function measureStream(settings: OrdersSettings, folder: string): Promise<Section> {
  const { repetitions, block_ms: duration_ms, warmUp_ms } = settings;
  const ordersPerFrame = SHAPES.map((shape) => shape.ordersPerFrame);
  const rows = await withRig({ folder: join(folder, 'stream'), warmUp_ms, ordersPerFrame }, async (rig) => {
    const http = new Series(() => rig.venue({ connections: HEADLINE_CONNECTIONS, duration_ms }));
    const stream = SHAPES.map((shape) => new Series(() => rig.venue({ ...shape, duration_ms })));
    await inTurn(repetitions, [http, ...stream]);
    const nameOf = ({ connections, ordersPerFrame }: (typeof SHAPES)[number]) =>
      `stream, ${connections} connections, ${ordersPerFrame} in a frame`;
    return [
      { name: `HTTP, ${HEADLINE_CONNECTIONS} connections`, blocks: http.results },
      ...SHAPES.map((shape, index) => ({ name: nameOf(shape), blocks: stream[index]?.results ?? [] })),
    ];
  });
  const [http] = rows as [Row];
  const head = paragraph(
    '**Over the stream.** The same orders over HTTP and over WebSockets, a frame in flight on each connection;',
    `${repetitions} repetitions of ${duration_ms / 1000} s, in turn.`,
    othersText(rows.flatMap(({ blocks }) => blocks)),
  );
  return { text: `${head}\n\n${table(rows, http)}`, figures: rows.slice(1).flatMap((row) => figuresOf(row, http)) };
}

function timesOf({ blocks }: Row, http: Row): number[] {
  return blocks.map((block, repetition) => rateOf(block) / rateOf(http.blocks[repetition] as VenueBlock));
}

/** Microseconds of the main thread for an order. */
function mainOf(block: VenueBlock): number | null {
  const share = ran('main')(block);
  return share === null ? null : (share / rateOf(block)) * 1e6;
}

function table(rows: readonly Row[], http: Row): string {
  return markdownTable(
    ['orders', 'a second', 'times HTTP', 'main thread, µs an order', 'orders a group', 'p50 of a frame, ms', 'p99'],
    rows.map((row) => [
      row.name,
      whole(row.blocks, rateOf),
      two(row.blocks, (_, repetition) => timesOf(row, http)[repetition] ?? null),
      one(row.blocks, mainOf),
      one(row.blocks, (block) => block.ordersPerGroup),
      two(row.blocks, (block) => block.p50_ms),
      two(row.blocks, (block) => block.p99_ms),
    ]),
  );
}

function figuresOf(row: Row, http: Row): Figure[] {
  const isHeadline = row.name.includes(' 16 in');
  const times = figure(`orders over the ${row.name} / HTTP`, 'ratio', timesOf(row, http), (ratio) => ratio);
  return [
    isHeadline ? { ...times, aim: 'at least 3' } : times,
    figure(`orders over the ${row.name}`, 'orders a second', row.blocks, rateOf),
    figure(`main thread for an order, ${row.name}`, 'us', row.blocks, (block) => mainOf(block) ?? Number.NaN),
  ];
}
