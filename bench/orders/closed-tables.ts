import { availableParallelism } from 'node:os';
import { markdownTable } from '../support/markdown.ts';
import { type Compared, generatorShare, mainIdle, mainWaited, ran, rateOf, ratiosOf } from './block.ts';
import { one, two, whole } from './text.ts';

/** What was measured with one number of connections. */
export interface ClosedRow extends Compared {
  readonly connections: number;
}

export function ratesTable(rows: readonly ClosedRow[]): string {
  return markdownTable(
    [
      'connections',
      'bare route, a second',
      'createOrder, a second',
      'ratio',
      'orders a group commit',
      'group commits a second',
    ],
    rows.map((row) => [
      String(row.connections),
      whole(row.bare, rateOf),
      whole(row.venue, rateOf),
      two(ratiosOf(row), (ratio) => ratio),
      one(row.venue, (block) => block.ordersPerGroup),
      whole(row.venue, (block) => block.groupsPerSecond),
    ]),
  );
}

export function latencyTable(rows: readonly ClosedRow[]): string {
  return markdownTable(
    ['connections', 'bare route p50', 'bare route p99', 'createOrder p50', 'createOrder p99'],
    rows.map(({ connections, bare, venue }) => [
      String(connections),
      two(bare, (block) => block.p50_ms),
      two(bare, (block) => block.p99_ms),
      two(venue, (block) => block.p50_ms),
      two(venue, (block) => block.p99_ms),
    ]),
  );
}

/** A column for each number of connections. */
export function boundsTable(rows: readonly ClosedRow[]): string {
  const line = (name: string, cell: (row: ClosedRow) => string) => [name, ...rows.map(cell)];
  const cores = availableParallelism();
  return markdownTable(
    ['', ...rows.map(({ connections }) => String(connections))],
    [
      line('a group is on its way to the disk', ({ venue }) => two(venue, (block) => block.journalBusy)),
      line('main thread, on a core', ({ venue }) => two(venue, ran('main'))),
      line('main thread, ready but without a core', ({ venue }) => two(venue, mainWaited)),
      line('main thread, nothing to do', ({ venue }) => two(venue, mainIdle)),
      // Only the history's works here: the other worker thread is for long reads.
      line('thread of the history', ({ venue }) => two(venue, ran('workers'))),
      line('threads for files', ({ venue }) => two(venue, ran('files'))),
      line('threads that collect garbage and compile', ({ venue }) => two(venue, ran('v8'))),
      line('load generator', ({ venue }) => two(venue, generatorShare)),
      line(`server and load generator, of ${cores} cores`, ({ venue }) => two(venue, (block) => block.cores)),
      line('bare route: main thread, on a core', ({ bare }) => two(bare, ran('main'))),
      line(`bare route: with the load generator, of ${cores} cores`, ({ bare }) => two(bare, (block) => block.cores)),
    ],
  );
}

/** A column for each number of connections. */
export function costsTable(rows: readonly ClosedRow[]): string {
  const line = (name: string, cell: (row: ClosedRow) => string) => [name, ...rows.map(cell)];
  return markdownTable(
    ['', ...rows.map(({ connections }) => String(connections))],
    [
      line('CPU of createOrder, all threads, µs', ({ venue }) => one(venue, (block) => block.server_us)),
      line('CPU of the bare route, µs', ({ bare }) => one(bare, (block) => block.server_us)),
      line('CPU of the load generator, µs', ({ venue }) => one(venue, (block) => block.generator_us)),
      line('allocated by the main thread, bytes', ({ venue }) => whole(venue, (block) => block.allocatedPerOrder)),
      line('bytes of the journal', ({ venue }) => whole(venue, (block) => block.bytesPerOrder)),
      line('a group on its way to the disk, ms', ({ venue }) => two(venue, (block) => block.group_ms)),
      line('lag of the history at the end, events', ({ venue }) => whole(venue, (block) => block.eventsLag)),
    ],
  );
}

/** What an order waits for that is alone in the venue. */
export function aloneTable({ bare, venue }: ClosedRow, disk_ms: readonly number[]): string {
  const unknown = Number.NaN;
  return markdownTable(
    ['', 'ms'],
    [
      ['bare route, p50', two(bare, (block) => block.p50_ms)],
      ['the disk alone, 4 KiB over filled space and fdatasync, p50', two(disk_ms, (p50_ms) => p50_ms)],
      [
        'what createOrder takes in addition to the two',
        two(venue, ({ p50_ms }, at) => p50_ms - (bare[at]?.p50_ms ?? unknown) - (disk_ms[at] ?? unknown)),
      ],
      ['createOrder, p50', two(venue, (block) => block.p50_ms)],
      ['a group on its way to the disk, mean', two(venue, (block) => block.group_ms)],
    ],
  );
}
