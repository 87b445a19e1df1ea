/** How far the leader is, as the nodes hear it over their links (docs/operate/cluster.md, J22, J23). */
import { expect, test } from 'vitest';
import { commandsText, lineOf } from '../../src/cluster/link/messages.ts';
import { idCommand, leader, node, waitFor } from './link-ends.ts';

test('the other nodes hear how far the leader is, once a turn', async () => {
  const { server, port } = await leader();
  const { link, welcomes, positions } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  link.send('commands', commandsText([1, 2].map((number) => ({ number, line: lineOf(idCommand(number)) }))));
  for (let count = 0; count < 100; count++) server.advanced();
  await waitFor(() => expect(positions.length).toBeGreaterThan(0));
  server.advanced();
  expect(positions.length).toBeLessThan(5);
});

test('a leader that may not say how far it is says so on the next link (J5)', async () => {
  let sequence = 3;
  const { server, port, state } = await leader({ sequence: () => sequence });
  const { link, welcomes, positions } = node(port);
  await waitFor(() => expect(link.isOpen).toBe(true));
  state.epoch = undefined;
  sequence = 4;
  server.advanced();
  await waitFor(() => expect(link.isOpen).toBe(false));
  // The lease is renewed, and no further command comes.
  state.epoch = 7;
  await waitFor(() => expect(welcomes.at(-1)).toMatchObject({ epoch: 7, sequence: 4 }));
  expect(positions).toEqual([]);
});
