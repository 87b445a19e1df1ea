/** What commands that were taken leave to a collection of the whole heap, as those of young objects do not free it. */
import { expect, test } from 'vitest';
import { WaitingQueue } from '../../src/exchange/sequencer/waiting-queue.ts';
import { keptBytes } from '../support/kept-bytes.ts';
import { order } from './venue.ts';

/** Enough for several collections of young objects while they come and go. */
const GROUPS = 3000;
const COMMANDS = 20;
/** Of each command: what its caller waits with. */
const HELD = 400;
/** A seventh of a group; in a Map half of each stayed. */
const BYTES_MAX = 10_000;

test('the commands of earlier groups are freed with the young objects', async () => {
  const queue = new WaitingQueue();
  const group = async () => {
    for (let i = 0; i < COMMANDS; i++) {
      const held = new Array(HELD).fill(i);
      queue.add({ command: order(), resolve: () => held, reject: () => {} });
    }
    for (const waiting of queue.first(COMMANDS)) queue.delete(waiting);
  };
  expect(await keptBytes(GROUPS, BYTES_MAX, group)).toBeLessThan(BYTES_MAX);
});
