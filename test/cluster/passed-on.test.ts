/** Commands that nodes pass on: done once and in order, whatever happens to links and leaders (J23). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HELD_MS_MAX } from '../../src/cluster/link/passed-on.ts';
import { ReceivedCommands } from '../../src/cluster/link/received-commands.ts';
import { accepted } from '../../src/exchange/api/index.ts';
import { ManualTime } from '../support/manual-time.ts';
import { type FakeNode, settled, World } from './passed-on-world.ts';

const STEPS = ['submit', 'turn', 'arrive', 'commit', 'answer', 'follow', 'cut', 'connect', 'fall', 'lose'] as const;
const steps = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('submit' as const) },
      { weight: 20, arbitrary: fc.constantFrom(...STEPS) },
    ),
    fc.nat(2),
  ),
  { maxLength: 200, size: 'max' },
);

/** Of each node each is done once, in the order of its calls, and answered with its own outcome. */
function check({ journal, nodes }: World): void {
  for (const { process, results, outcomes } of nodes) {
    const ids = [...results.keys()];
    expect(journal.filter((taken) => taken.process === process).map(({ id }) => id)).toEqual(ids);
    expect(outcomes).toEqual(ids.map((id) => ({ ...accepted(null), version: id })));
  }
}

async function worldAfter(nodes: number, chosen: readonly (readonly [(typeof STEPS)[number], number])[]) {
  const world = new World(nodes);
  for (const node of world.nodes) world.connect(node);
  for (const [step, at] of chosen) await world[step](world.nodes[at % nodes]!);
  return world;
}

test.each([1, 2, 3])(
  'each command of %i nodes is done once, in its order, and answered, over cut links, fallen leaders and losses',
  async (nodes) => {
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const world = await worldAfter(nodes, chosen);
        await world.finish();
        check(world);
      }),
      { numRuns: 500 },
    );
  },
);

test.each([1, 2, 3])('the same where one of %i nodes takes over', async (nodes) => {
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const world = await worldAfter(nodes, chosen);
      const leader = world.nodes[0]!;
      await world.takeOver(leader);
      await world.finish(leader);
      check(world);
    }),
    { numRuns: 250 },
  );
});

/** Both nodes have a link, and a leader has done two commands of the first one, which its copy does not have. */
async function worldWithDone() {
  const world = new World(2);
  const [node, other] = world.nodes as [FakeNode, FakeNode];
  for (const one of world.nodes) world.connect(one);
  for (let count = 0; count < 2; count++) world.submit(node);
  node.turn();
  await world.arrive(node);
  for (let count = 0; count < 2; count++) await world.commit();
  for (let count = 0; count < 2; count++) await world.answer(node);
  world.lose();
  return { world, node, other };
}

test('calls that the last leader had done wait for the next one alone, after an accepted loss (J18)', async () => {
  const { world, node } = await worldWithDone();
  world.connect(node);
  node.turn();
  await world.arrive(node);
  await world.commit();
  await world.answer(node);
  await world.follow(node);
  expect(node.outcomes).toEqual([{ ...accepted(null), version: 1 }, undefined]);
  await world.finish();
  check(world);
});

test('the same before the next leader is reached, where the journal is as long again', async () => {
  const { world, node, other } = await worldWithDone();
  world.connect(other);
  world.submit(other);
  other.turn();
  await world.arrive(other);
  await world.commit();
  await world.follow(node);
  expect(node.outcomes).toEqual([undefined, undefined]);
  await world.finish();
  check(world);
});

test('a command that no leader answers is given up after a while, with an unknown outcome', async () => {
  const world = new World();
  const [node] = world.nodes as [FakeNode];
  world.submit(node);
  world.time.advanceMs(HELD_MS_MAX + 500);
  await settled();
  expect(String(node.outcomes[0])).toContain('the outcome of this call is unknown');
  expect(node.commands.size).toBe(0);
});

test('no more commands wait than the node takes', async () => {
  const world = new World();
  const [node] = world.nodes as [FakeNode];
  for (let count = 0; count < 1001; count++) world.submit(node);
  await settled();
  expect(String(node.outcomes[1000])).toContain('more commands wait for the leader');
  expect(node.outcomes.slice(0, 1000)).toEqual(Array(1000).fill(undefined));
});

test('a leader knows what it has received for as long as a node goes on, and no longer', async () => {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const received = new ReceivedCommands(time, () => 9);
  const done: string[] = [];
  const take = (process: string, number: number) =>
    received.take(process, number, async () => done.push(`${process} ${number}`));
  const busy = () => Promise.reject(new Error('busy'));
  await take('node-2', 1);
  await expect(received.take('node-2', 2, busy)).rejects.toThrow('busy');
  for (let minute = 0; minute < 10; minute++) {
    time.advanceMs(59_000);
    await take('node-2', 3 + minute);
  }
  expect(done).toHaveLength(11);
  // Where the copy of the leader is now.
  expect(await take('node-2', 1)).toBe(9);
  await expect(take('node-2', 2)).rejects.toThrow('busy');
  expect(done).toHaveLength(11);
  time.advanceMs(61_000);
  await take('node-3', 1);
  await take('node-2', 1);
  expect(done.slice(11)).toEqual(['node-3 1', 'node-2 1']);
});
