import { OpenAts, type Stream } from '../src/client.ts';
import { type Field, fieldValue } from '../src/codec/index.ts';
import { FixPeer } from '../test/support/fix-peer.ts';
import type { Rig } from './rig.ts';

/** One party that places an order and resolves with its acknowledgement. */
export interface Placer {
  place(): Promise<void>;
  close(): void;
}

/** Prices far apart from each other, so that nothing trades. */
const price = (at: number) => (1 + (at % 400) / 100).toFixed(2);

/** createOrder over the stream by openats/client. */
export function streamPlacer(rig: Rig, client: number): Placer {
  const key = rig.keys[client]!;
  const stream: Stream = new OpenAts({ baseUrls: rig.url, ...key }).stream();
  let orders = 0;
  return {
    place: async () => {
      await stream.createOrder({
        memberid: key.clientID,
        issuerid: rig.issuerId,
        securityid: rig.securityId,
        type: 'Limit',
        action: 'Buy',
        quantity: 100,
        price: price(orders++),
        expiration: 'GTC',
        disclosePrice: 'Yes',
        contingencies: 'None',
        solicited: 'Unsolicited',
        token: `STREAM-${client}-${Date.now()}-${orders}`,
        uniqueToken: 'Yes',
      } as never);
    },
    close: () => stream.close(),
  };
}

/** NewOrderSingle until the ExecutionReport with ExecType 0. */
export async function fixPlacer(rig: Rig, client: number): Promise<Placer> {
  const waiting = new Map<string, () => void>();
  const peer = await logOn(rig, `S${client}`, client);
  peer.onMessage = (message) => {
    const clOrdId = fieldValue(message, 11) ?? '';
    if (message.msgType === '8' && fieldValue(message, 150) === '8') throw new Error(fieldValue(message, 58));
    waiting.get(clOrdId)?.();
    waiting.delete(clOrdId);
  };
  let orders = 0;
  return {
    place: () => {
      const clOrdId = `FIX-${client}-${Date.now()}-${orders}`;
      const acknowledged = new Promise<void>((resolve) => waiting.set(clOrdId, resolve));
      peer.send('D', orderFields(rig, clOrdId, price(orders++)));
      return acknowledged;
    },
    close: () => peer.socket.destroy(),
  };
}

export async function logOn(rig: Rig, compId: string, client: number): Promise<FixPeer> {
  const { clientID, developerAPIKey: key } = rig.keys[client]!;
  return FixPeer.loggedOn({ port: rig.fixPort, compId, clientID, key }, [[141, 'Y']]);
}

function orderFields(rig: Rig, clOrdId: string, at: string): Field[] {
  return [
    [11, clOrdId],
    [55, rig.securityId],
    [54, '1'],
    [60, '20261127-15:00:00'],
    [38, '100'],
    [40, '2'],
    [44, at],
    [59, '1'],
  ];
}

/** `count` orders, one after the other; milliseconds of each. */
export async function oneByOne(placer: Placer, count: number): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await placer.place();
    times[at] = performance.now() - start;
  }
  return times.sort();
}

/** Orders of several parties, each with some under way; the orders a second. */
export async function closedLoop(placers: readonly Placer[], underWay: number, count: number): Promise<number> {
  let left = count;
  const start = performance.now();
  const work = async (placer: Placer) => {
    while (left-- > 0) await placer.place();
  };
  await Promise.all(placers.flatMap((placer) => Array.from({ length: underWay }, () => work(placer))));
  return (count / (performance.now() - start)) * 1000;
}
