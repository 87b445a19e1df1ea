import type { SessionKey } from '../src/application/index.ts';
import { type Fields, OpenAts, type Stream } from '../src/client.ts';
import type { Field } from '../src/codec/index.ts';
import { FixPeer } from '../test/support/fix-peer.ts';
import { peerBytes } from '../test/support/peer-messages.ts';
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
      const token = `STREAM-${client}-${Date.now()}-${orders}`;
      await stream.createOrder(createOrderFields(rig, key, { at: orders++, token }));
    },
    close: () => stream.close(),
  };
}

/** The order of all loads. */
export function createOrderFields(
  rig: Rig,
  key: SessionKey,
  { at, token }: { readonly at: number; readonly token: string },
): Fields<'createOrder'> {
  return {
    memberid: key.clientID,
    issuerid: rig.issuerId,
    securityid: rig.securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 100,
    price: price(at),
    expiration: 'GTC',
    disclosePrice: 'Yes',
    contingencies: 'None',
    solicited: 'Unsolicited',
    token,
    uniqueToken: 'Yes',
  };
}

const SOH = '\x01';
const TRAILER = `${SOH}10=`;
const TRAILER_LENGTH = 8;

/** NewOrderSingle until its ExecutionReport; as framePlacer, it reads no more of an answer than it needs. */
export async function fixPlacer(rig: Rig, client: number): Promise<Placer> {
  const waiting = new Map<string, () => void>();
  const peer = await logOn(rig, `S${client}`, client);
  const { socket, compId: sender } = peer;
  const send = (msgType: string, body: readonly Field[]) =>
    socket.write(peerBytes(msgType, body, { sender, seq: peer.nextOut++ }));
  // The reader of the peer checks and keeps whole messages, which would cost more than those of the other loads.
  socket.removeAllListeners('data');
  let unread = '';
  socket.on('data', (chunk: Buffer) => {
    const text = unread + chunk.toString('latin1');
    let start = 0;
    for (let end = text.indexOf(TRAILER); end >= 0; end = text.indexOf(TRAILER, start)) {
      if (end + TRAILER_LENGTH > text.length) break;
      take(text.slice(start, end + 1));
      start = end + TRAILER_LENGTH;
    }
    unread = text.slice(start);
  });
  const take = (message: string) => {
    const msgType = valueIn(message, 35);
    if (msgType === '1') send('0', [[112, valueIn(message, 112)]]);
    if (msgType !== '8') return;
    if (valueIn(message, 150) === '8') throw new Error(valueIn(message, 58));
    const clOrdId = valueIn(message, 11);
    waiting.get(clOrdId)?.();
    waiting.delete(clOrdId);
  };
  let orders = 0;
  return {
    place: () => {
      const clOrdId = `FIX-${client}-${Date.now()}-${orders}`;
      const acknowledged = new Promise<void>((resolve) => waiting.set(clOrdId, resolve));
      send('D', orderFields(rig, clOrdId, price(orders++)));
      return acknowledged;
    },
    close: () => socket.destroy(),
  };
}

/** Empty where the message has no such field. */
function valueIn(message: string, tag: number): string {
  const name = `${SOH}${tag}=`;
  const at = message.indexOf(name);
  return at < 0 ? '' : message.slice(at + name.length, message.indexOf(SOH, at + 1));
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

/** Orders of several parties, each with some under way: milliseconds of each order until its acknowledgement. */
export async function closedLoop(placers: readonly Placer[], underWay: number, count: number): Promise<Float64Array> {
  const times = new Float64Array(count);
  let next = 0;
  const work = async (placer: Placer) => {
    while (next < count) {
      const at = next++;
      const start = performance.now();
      await placer.place();
      times[at] = performance.now() - start;
    }
  };
  await Promise.all(placers.flatMap((placer) => Array.from({ length: underWay }, () => work(placer))));
  return times.sort();
}
