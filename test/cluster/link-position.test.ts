/** How far the leader is, as the nodes hear it over their links (docs/operate/cluster.md, J22, J23). */
import { expect, test } from 'vitest';
import { SILENT_MS_MAX } from '../../src/cluster/link/command-server.ts';
import { commandsText, lineOf } from '../../src/cluster/link/messages.ts';
import { systemTimers } from '../../src/time/timers.ts';
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

/** The system's timers, whose clock a test puts on. */
function laterTimers() {
  const later = { ms: 0 };
  return { later, timers: { ...systemTimers, nowMs: () => systemTimers.nowMs() + later.ms } };
}

test('a node cuts a link on which the leader says nothing, and hears on the next one how far it is (J22)', async () => {
  const [ofLeader, ofNode] = [laterTimers(), laterTimers()];
  let sequence = 3;
  const { server, port } = await leader({ sequence: () => sequence, timers: ofLeader.timers });
  const { link, welcomes, positions } = node(port, { timers: ofNode.timers });
  await waitFor(() => expect(welcomes).toHaveLength(1));

  // A leader that is there says so, also while nothing happens.
  ofNode.later.ms += SILENT_MS_MAX + 1;
  ofLeader.later.ms += 1000;
  server.cutSilent();
  await waitFor(() => expect(positions).toEqual([3]));
  link.cutSilent();
  expect(link.isOpen).toBe(true);

  // What it says next does not arrive.
  sequence = 4;
  ofNode.later.ms += SILENT_MS_MAX + 1;
  link.cutSilent();
  await waitFor(() => expect(welcomes.at(-1)).toMatchObject({ sequence: 4 }));
  expect(positions).toEqual([3]);
});

test('a leader that may not answer does not say that it is there (J5)', async () => {
  const { later, timers } = laterTimers();
  let sequence = 3;
  const { server, port, state } = await leader({ sequence: () => sequence, timers });
  const { welcomes, positions } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  state.epoch = undefined;
  later.ms += 1000;
  server.cutSilent();
  [state.epoch, sequence] = [7, 4];
  server.cutSilent();
  await waitFor(() => expect(positions).toEqual([4]));
});
