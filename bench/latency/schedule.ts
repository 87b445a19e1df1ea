import { seededRandom } from '../support/random.ts';

/** How messages arrive: each the same time after the one before, or at random, as from many independent senders. */
export type Arrivals = 'fixed' | 'poisson';

/** When each message is due, in nanoseconds from the start, at that many messages a second. */
export function schedule(arrivals: Arrivals, messages: number, perSecond: number, seed: number): Float64Array {
  const due = new Float64Array(messages);
  if (arrivals === 'fixed') {
    // By multiplication, so that no rounding adds up.
    for (let i = 0; i < messages; i++) due[i] = (i * 1e9) / perSecond;
    return due;
  }
  const random = seededRandom(seed);
  let at = 0;
  for (let i = 0; i < messages; i++) {
    due[i] = at;
    at -= (Math.log(1 - random()) * 1e9) / perSecond;
  }
  return due;
}
