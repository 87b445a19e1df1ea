import { setTimeout } from 'node:timers/promises';
import { markdownTable } from '../../bench/support/markdown.ts';
import type { Figure } from '../../bench/support/results.ts';
import { figure } from '../../bench/support/section.ts';
import { spreadText } from '../../bench/support/statistics.ts';
import { inTurn, Series } from '../../bench/support/turns.ts';
import { OpenAts } from '../src/client.ts';
import { logOn, streamPlacer } from './loads.ts';
import type { Rig } from './rig.ts';

const ORDERS_PER_TICK = 20;
const TICK_MS = 20;

/** Who watches the orders of the first client: nobody, one subscriber of the stream, one drop copy over FIX. */
const WATCHERS = ['nobody', 'stream', 'drop copy'] as const;

interface Watcher {
  /** Messages so far. */
  count(): number;
  close(): Promise<void>;
}

/** CPU of the venue for an order, at about 1,000 a second, by who watches. */
export async function measureDropCopy(
  rig: Rig,
  { repetitions, orders }: { readonly repetitions: number; readonly orders: number },
): Promise<Figure[]> {
  const series = WATCHERS.map((who) => new Series(() => block(who)));
  await inTurn(repetitions, series);
  const [nobody = [], stream = [], copy = []] = series.map(({ results }) => results);
  const above = (blocks: readonly number[]) => blocks.map((cpu, at) => cpu - nobody[at]!);
  const text = (blocks: readonly number[]) => spreadText(blocks, (value) => value.toFixed(0));
  console.log(
    `\n${markdownTable(
      ['watched by', 'CPU of the venue, µs an order', 'above nobody'],
      [
        ['nobody', text(nobody), ''],
        ['a subscriber of the stream', text(stream), text(above(stream))],
        ['a drop copy over FIX', text(copy), text(above(copy))],
      ],
    )}`,
  );
  return [
    {
      ...figure(
        'venue, drop copy / subscriber',
        'ratio',
        copy.map((cpu, at) => cpu / stream[at]!),
        Number,
      ),
      aim: '1',
    },
    figure('venue above nobody, subscriber', 'us an order', above(stream), Number),
    figure('venue above nobody, drop copy', 'us an order', above(copy), Number),
  ];

  async function block(who: (typeof WATCHERS)[number]): Promise<number> {
    const client = rig.nextClient();
    const placer = streamPlacer(rig, client);
    await placer.place();
    const watcher = await watch(rig, who, client);
    const before = await rig.cpu();
    const first = watcher.count();
    const placed: Promise<void>[] = [];
    while (placed.length < orders) {
      for (let at = 0; at < ORDERS_PER_TICK; at++) placed.push(placer.place());
      await setTimeout(TICK_MS);
    }
    await Promise.all(placed);
    while (who !== 'nobody' && watcher.count() - first < placed.length) await setTimeout(TICK_MS);
    const after = await rig.cpu();
    placer.close();
    await watcher.close();
    return (after.venue - before.venue) / placed.length;
  }
}

async function watch(rig: Rig, who: (typeof WATCHERS)[number], client: number): Promise<Watcher> {
  if (who === 'nobody') return { count: () => 0, close: async () => {} };
  if (who === 'stream') {
    const stream = new OpenAts({ baseUrls: rig.url, ...rig.keys[client]! }).stream();
    const feed = stream.orders();
    let count = 0;
    feed.on((message) => {
      if (message.type === 'event') count += 1;
    });
    await feed.ready;
    return { count: () => count, close: async () => stream.close() };
  }
  const peer = await logOn(rig, `C${client}`, client);
  let count = 0;
  peer.onMessage = ({ msgType }) => {
    if (msgType === '8') count += 1;
  };
  return {
    count: () => count,
    close: async () => {
      peer.send('5');
      await peer.closed();
    },
  };
}
