/**
 * The publishing side's own process: `stream` with settings as JSON, or `bare` with the terms of permessage-deflate.
 * Takes one order after another from its
 * parent.
 */
import { type GroupsOrder, Publisher, type PublishOrder } from './publisher.ts';
import { startBare, startStream } from './target.ts';

export type ServerOrder =
  | { readonly op: 'prepare'; readonly updates: number; readonly audience: readonly (readonly [number, number])[] }
  | ({ readonly op: 'publish' } & PublishOrder)
  | ({ readonly op: 'prepareGroups' } & GroupsOrder)
  | { readonly op: 'publishGroups' }
  | { readonly op: 'fill'; readonly readers: number; readonly bytes: number }
  /** How many connections have more than this unsent. */
  | { readonly op: 'full'; readonly bytes: number }
  | { readonly op: 'usage'; readonly collected: boolean };

export interface Usage {
  readonly cpu_seconds: number;
  readonly rss_bytes: number;
  readonly heap_bytes: number;
}

const [kind, settings = 'false'] = process.argv.slice(2);
const target = await (kind === 'bare' ? startBare : startStream)(JSON.parse(settings));
const publisher = new Publisher(target);

async function perform(order: ServerOrder): Promise<unknown> {
  switch (order.op) {
    case 'prepare':
      return publisher.prepare(order.updates, new Map(order.audience));
    case 'publish':
      return publisher.publish(order);
    case 'prepareGroups':
      return publisher.prepareGroups(order);
    case 'publishGroups':
      return publisher.publishGroups();
    case 'fill':
      return publisher.fill(order.readers, order.bytes);
    case 'full':
      return target.unsentBytes().filter((unsent) => unsent > order.bytes).length;
    case 'usage':
      return usage(order.collected);
  }
}

function usage(collected: boolean): Usage {
  if (collected) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu_seconds: (user + system) / 1e6, rss_bytes: rss, heap_bytes: heapUsed };
}

process.on('message', (order: ServerOrder | { readonly progress: number }) => {
  if ('progress' in order) {
    publisher.progress(order.progress);
    return;
  }
  perform(order).then(
    (answer) => process.send?.({ answer: answer ?? null }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

// Ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

process.send?.({ answer: target.port });
