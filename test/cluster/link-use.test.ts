/** What nodes report to each other of the limits of clients, over real sockets (J28). */
import { expect, test } from 'vitest';
import { systemTimers } from '../../src/time/timers.ts';
import { leader, node, waitFor } from './link-ends.ts';

test('nodes learn what clients use of their limits on the leader and on each other', async () => {
  const { server, port } = await leader();
  const [one, other] = [node(port, { process: 'node-2 a' }), node(port, { process: 'node-3 a' })];
  await waitFor(() => expect([...one.welcomes, ...other.welcomes]).toHaveLength(2));
  one.link.send('use', JSON.stringify({ taken: [['orders C1', 3]], held: [['streams C1', 2]] }));
  await waitFor(() => {
    server.shareUse(undefined);
    expect(other.uses).toEqual([{ taken: [['orders C1', 3]], held: [['streams C1', 2]] }]);
  });
  server.shareUse({ taken: [['orders C1', 1]], held: [['streams C1', 5]] });
  await waitFor(() => expect(one.uses).toEqual([{ taken: [['orders C1', 1]], held: [['streams C1', 5]] }]));
  await waitFor(() => expect(other.uses[1]).toEqual({ taken: [['orders C1', 1]], held: [['streams C1', 7]] }));
  one.link.end();
  await waitFor(() => {
    server.shareUse(undefined);
    expect(other.uses[2]).toEqual({ taken: [], held: [['streams C1', 5]] });
  });
});

test('a node that connects learns all that the leader counts, 500 names a turn, before anything else', async () => {
  const counted = Array.from({ length: 1200 }, (_, client) => [`orders C${client}`, [1, 0, 2]] as const);
  const turns: (() => void)[] = [];
  const timers = { ...systemTimers, soon: (callback: () => void) => void turns.push(callback) };
  const { port, server } = await leader({ counted: () => counted, timers });
  const { uses, welcomes } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  server.shareUse({ taken: [['orders C1', 1]], held: [] });
  for (const count of [1, 2, 3, 4]) {
    await waitFor(() => expect(uses).toHaveLength(count));
    turns.shift()!();
  }
  expect(uses.slice(0, 3).map((use) => use.counted?.length)).toEqual([500, 500, 200]);
  expect(uses.slice(0, 3).flatMap((use) => use.counted)).toEqual(counted);
  expect(uses[3]).toEqual({ taken: [['orders C1', 1]], held: [] });
});

test.each([
  'no JSON',
  'null',
  '{"taken":[]}',
  '{"taken":[["orders C1",-1]],"held":[]}',
  '{"taken":[],"held":[["streams C1",0.5]]}',
  '{"taken":[[1,1]],"held":[]}',
  '{"taken":[],"held":[],"counted":[["orders C1",1]]}',
  '{"taken":[],"held":[],"counted":[["orders C1",[1,-1]]]}',
])('a report of use that cannot be read ends the connection: %s', async (text) => {
  const { port } = await leader();
  const { link, welcomes } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  link.send('use', text);
  await waitFor(() => expect(welcomes.length).toBeGreaterThan(1));
});
