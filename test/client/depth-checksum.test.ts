/** A line that changes what the service said of depth: the client library finds it by the checksum (S28, L10). */
import { afterEach, expect, test } from 'vitest';
import { type DepthView, OpenAts, type Stream } from '../../src/client/index.ts';
import { startServer, type TestServer } from '../marketdata/support/stream-server.ts';
import { CuttingProxy } from './support/cutting-proxy.ts';

const ID = '549119';
const DOLLAR = 1_000_000;

let server: TestServer;
let stream: Stream;

afterEach(async () => {
  stream.close();
  await server.close();
});

/** Lies about one update of depth: a share more at a level. */
function lieOnce(proxy: CuttingProxy): { sent: number } {
  const lies = { sent: 0 };
  proxy.alter = (bytes) => {
    const text = bytes.toString('latin1');
    const isUpdate = text.includes('"type":"update","channel":"depth"') && text.includes('"quantity":17');
    if (lies.sent > 0 || !isUpdate) return bytes;
    lies.sent += 1;
    return Buffer.from(text.replace('"quantity":17', '"quantity":18'), 'latin1');
  };
  return lies;
}

test('a depth that is not the book is not shown: it is stale until a fresh snapshot is there', async () => {
  server = await startServer();
  const proxy = await CuttingProxy.start(`http://${server.address}`, () => undefined);
  stream = new OpenAts({ baseUrls: proxy.url, clientID: 'A', developerAPIKey: 'key' }).stream();
  const depth = stream.depth(ID);
  await depth.ready;
  const seen: DepthView[] = [];
  const first = Promise.withResolvers<void>();
  const right = new Promise<void>((resolve) => {
    depth.on((view) => {
      seen.push(view);
      first.resolve();
      if (view.bids.length === 2 && !view.stale) resolve();
    });
  });
  server.exchange.order('A', { price: 10 * DOLLAR, remaining: 5 });
  await first.promise;
  const lies = lieOnce(proxy);
  server.exchange.order('A', { price: 9 * DOLLAR, remaining: 17 });
  await right;
  expect(lies.sent).toBe(1);
  expect(seen.map(({ bids, stale }) => [bids.map(({ quantity }) => quantity), stale])).toEqual([
    [[5], false],
    [[5], true],
    [[5, 17], false],
  ]);
  server.exchange.order('A', { price: 8 * DOLLAR, remaining: 3 });
  await new Promise<void>((resolve) => {
    depth.on(() => resolve());
  });
  expect(depth.get(ID)).toMatchObject({ stale: false, bids: [{ quantity: 5 }, { quantity: 17 }, { quantity: 3 }] });
});
