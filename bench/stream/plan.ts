import { seededRandom } from '../support/random.ts';

/** one: every subscriber has the same security; many: each has TAKEN of SECURITIES, others than its neighbour. */
export type Interest = 'one' | 'many';

const SECURITIES = 100;
const TAKEN = 10;
const FIRST_SECURITY = 549_101;

/** Nobody is measured on it: only slow readers are subscribed to it, to fill their lines. */
export const FILLER = 549_001;

/** The securities that there are. */
export function allSecurities(): readonly number[] {
  return [FILLER, ...Array.from({ length: SECURITIES }, (_, i) => FIRST_SECURITY + i)];
}

/** The securities of the subscriber with this number, always the same ones. */
export function securitiesOf(subscriber: number, interest: Interest): readonly number[] {
  if (interest === 'one') return [FIRST_SECURITY];
  const random = seededRandom(subscriber + 1);
  const taken = new Set<number>();
  while (taken.size < TAKEN) taken.add(FIRST_SECURITY + Math.floor(random() * SECURITIES));
  return [...taken];
}

/** How many of the first `subscribers` have each security that somebody has. */
export function audience(subscribers: number, interest: Interest): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let subscriber = 0; subscriber < subscribers; subscriber++) {
    for (const id of securitiesOf(subscriber, interest)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** What a subscriber wants of each of its securities; deep: depth of 100 levels. */
export type Channels = 'top' | 'depth' | 'deep' | 'all';

const OF_SECURITIES: Readonly<Record<Channels, readonly object[]>> = {
  top: [{ channel: 'topOfBook' }],
  depth: [{ channel: 'depth' }],
  deep: [{ channel: 'depth', levels: 100 }],
  all: [{ channel: 'topOfBook' }, { channel: 'depth' }, { channel: 'trades' }, { channel: 'market' }],
};

/** What it asks for, a message each. */
export function requestsOf(channels: Channels, securityIds: readonly string[]): readonly string[] {
  const requests = OF_SECURITIES[channels].map((fields) => JSON.stringify({ op: 'subscribe', ...fields, securityIds }));
  return channels === 'all' ? [...requests, '{"op":"subscribe","channel":"orders"}'] : requests;
}

/** Messages that the stream answers with; the channel market begins with the venue, orders with nothing. */
export function answersTo(channels: Channels, securities: number): number {
  return channels === 'all' ? 4 * (1 + securities) + 2 : 1 + securities;
}
