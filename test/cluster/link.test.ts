/** The link between two nodes over real sockets: who may speak on it, and what that costs the leader (J22, J24). */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { BACK_MS_MAX, SILENT_MS_MAX } from '../../src/cluster/link/command-server.ts';
import { FRAME_BYTES_MAX, type Frame, FrameReader, frameOf } from '../../src/cluster/link/frames.ts';
import type { LeaderLink } from '../../src/cluster/link/leader-link.ts';
import { commandsText, lineOf, readCommands } from '../../src/cluster/link/messages.ts';
import { linkKeys } from '../../src/cluster/link/proof.ts';
import { accepted, VenueUnavailable } from '../../src/exchange/api/index.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { turn } from '../support/manual-time.ts';
import { fixture as webhookFixture } from '../webhooks/receiver.ts';
import { HOST, idCommand, leader, node, quiet, waitFor } from './link-ends.ts';

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

afterEach(() => quiet.warn.mockClear());

/** A connection that sends no TLS, and when it was closed. */
function openPlainly(port: number): { closed: Promise<unknown> } {
  const socket = connect(port, HOST, () => socket.write(Buffer.alloc(64)));
  closeAfterTest(() => socket.destroy());
  socket.on('error', () => {});
  return { closed: new Promise((resolve) => socket.once('close', resolve)) };
}

/** A caller that speaks for itself. */
async function stranger(port: number): Promise<{ socket: Socket; frames: Frame[]; closed: Promise<unknown> }> {
  const socket = connect(port, HOST);
  closeAfterTest(() => socket.destroy());
  const frames: Frame[] = [];
  const reader = new FrameReader();
  socket.on('data', (chunk: Buffer) => frames.push(...reader.read(chunk)));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await waitFor(() => expect(frames.map(({ type }) => type)).toEqual(['challenge']));
  return { socket, frames, closed };
}

const send = (link: LeaderLink, ...ids: number[]) =>
  link.send('commands', commandsText(ids.map((id) => ({ number: id, line: lineOf(idCommand(id)) }))));

test('frames come out as they went in, however the bytes are cut', () => {
  const frame = fc.tuple(fc.constantFrom('commands' as const, 'answers' as const), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(400)), (frames, cuts) => {
      const bytes = Buffer.concat(frames.map(([type, contents]) => frameOf(type, contents)));
      const reader = new FrameReader();
      const read: Frame[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        read.push(...reader.read(bytes.subarray(at, Math.min(bytes.length, at + cut))));
        at = Math.min(bytes.length, at + cut);
      }
      expect(read.map(({ type, contents }) => [type, [...contents]])).toEqual(
        frames.map(([type, contents]) => [type, [...contents]]),
      );
    }),
  );
});

test('commands go in batches and each is answered with a position', async () => {
  const { port, submitted } = await leader();
  const { link, welcomes, answers } = node(port);
  await waitFor(() => expect(welcomes).toMatchObject([{ epoch: 7, sequence: 0 }]));
  send(link, 1, 2, 3);
  await waitFor(() => expect(answers.map(([number]) => number)).toEqual([1, 2, 3]));
  expect(submitted).toMatchObject([idCommand(1), idCommand(2), idCommand(3)]);
  expect(Math.max(...answers.map(([, position]) => position as number))).toBe(3);
});

test('the link of a node that says nothing any more is cut, and that of one that reports is not', async () => {
  let laterMs = 0;
  const { server, port } = await leader({
    timers: { ...systemTimers, nowMs: () => systemTimers.nowMs() + laterMs },
  });
  const silent = node(port, { process: 'node-2 a' });
  const reporting = node(port, { process: 'node-3 a' });
  await waitFor(() => expect([...silent.welcomes, ...reporting.welcomes]).toHaveLength(2));
  server.cutSilent();
  laterMs = SILENT_MS_MAX + 1;
  send(reporting.link, 1);
  await waitFor(() => expect(reporting.answers).toHaveLength(1));
  server.cutSilent();
  // It comes back at once: this one is alive.
  await waitFor(() => expect(silent.welcomes).toHaveLength(2));
  expect(reporting.welcomes).toHaveLength(1);
});

test('a command that comes again on another link is answered again, and not done again', async () => {
  const { server, port, submitted } = await leader();
  const { link, welcomes, answers } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  send(link, 1);
  await waitFor(() => expect(answers).toHaveLength(1));
  server.cut();
  await waitFor(() => expect(welcomes).toHaveLength(2));
  send(link, 1, 2);
  await waitFor(() => expect(answers).toHaveLength(3));
  expect(submitted).toHaveLength(2);
});

test('a refusal of the venue reaches the node as its reason', async () => {
  const submit = () => Promise.reject(new VenueUnavailable('more orders are waiting than the venue takes'));
  const { port } = await leader({ submit });
  const { link, welcomes, answers } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  send(link, 5);
  await waitFor(() => expect(answers).toEqual([[5, 'more orders are waiting than the venue takes']]));
});

test('a node that leads no more answers nothing: its links end (J5)', async () => {
  const held = Promise.withResolvers<ReturnType<typeof accepted>>();
  const { port, state } = await leader({ submit: () => held.promise });
  const { link, welcomes, answers } = node(port);
  await waitFor(() => expect(link.isOpen).toBe(true));
  send(link, 1);
  state.epoch = undefined;
  held.resolve(accepted(null));
  await waitFor(() => expect(link.isOpen).toBe(false));
  expect([answers, welcomes.length]).toEqual([[], 1]);
  state.epoch = 8;
  await waitFor(() => expect(welcomes.at(-1)).toMatchObject({ epoch: 8 }));
});

test('without the ENCRYPTION_KEY of the venue nobody gets further than the challenge, on either side', async () => {
  const { port, submitted } = await leader();
  const { welcomes } = node(port, { keys: linkKeys('another key') });
  const { socket, frames, closed } = await stranger(port);
  socket.write(frameOf('commands', commandsText([{ number: 1, line: lineOf(idCommand(1)) }])));
  await closed;
  await waitFor(() => expect(quiet.warn).toHaveBeenCalled());
  expect([welcomes, submitted, frames.length]).toEqual([[], [], 1]);
  // A node does not take anybody for its leader either.
  const impostor = await leader({ keys: linkKeys('another key') });
  const asked = node(impostor.port);
  await waitFor(() => expect(quiet.warn.mock.calls.length).toBeGreaterThan(1));
  expect(asked.welcomes).toEqual([]);
});

test('with TLS both sides need a certificate of the same authority', async () => {
  const tls = { cert: fixture('node.pem'), key: fixture('node-key.pem'), ca: fixture('authority.pem') };
  const { port, submitted } = await leader({ tls });
  const { link, welcomes, answers } = node(port, { tls });
  await waitFor(() => expect(welcomes).toHaveLength(1));
  send(link, 1, 2);
  await waitFor(() => expect(answers).toHaveLength(2));
  // Neither one of another authority, nor a connection without TLS.
  const cert = webhookFixture('receiver.pem');
  const other = node(port, { tls: { ...tls, cert, key: webhookFixture('receiver-key.pem') }, process: 'node-3 a' });
  const plain = node(port, { process: 'node-4 a' });
  const { closed } = openPlainly(port);
  await closed;
  send(link, 3);
  await waitFor(() => expect(answers).toHaveLength(3));
  expect([other.welcomes, plain.welcomes, submitted.length]).toEqual([[], [], 3]);
});

test('while the key is changed on one node after the other, any that both have is enough', async () => {
  const { port } = await leader({ keys: linkKeys('the new key, the key of the venue') });
  const { welcomes } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  const later = node(port, { keys: linkKeys('the new key'), process: 'node-3 a' });
  await waitFor(() => expect(later.welcomes).toHaveLength(1));
});

test('who has not proved anything may send a kilobyte, and has two seconds', async () => {
  const timers = { ...systemTimers, after: vi.fn(() => () => {}) };
  const { port } = await leader({ timers });
  const flood = await stranger(port);
  flood.socket.write(frameOf('hello', Buffer.alloc(2000)));
  await flood.closed;
  const half = await stranger(port);
  half.socket.write(frameOf('hello', Buffer.alloc(1000)).subarray(0, 500));
  const [, giveUp] = timers.after.mock.lastCall as unknown as [number, () => void];
  expect((timers.after.mock.lastCall as unknown as [number])[0]).toBe(2000);
  giveUp();
  await half.closed;
});

test('a frame that is too long, of no type or not to be read ends the link', async () => {
  const bad = [
    Buffer.from([0xff, 0xff, 0xff, 0xff, 4]),
    Buffer.from([0, 0, 0, 1, 99]),
    Buffer.from([0, 0, 0, 0, 4]),
    frameOf('position', '7'),
    frameOf('commands', 'no numbers'),
    frameOf('commands', '1 2\n["id",0,"note",1]'),
    frameOf('commands', '1\n["nothing",0]'),
    frameOf('webhooks', '{'),
  ];
  const { port, submitted } = await leader();
  for (const bytes of bad) {
    const { link, welcomes } = node(port);
    await waitFor(() => expect(welcomes).toHaveLength(1));
    (link as { send(type: string, contents: string): void }).send('position', '');
    await waitFor(() => expect(welcomes.length).toBeGreaterThan(1));
    link.end();
    expect(() => [...new FrameReader().read(bytes)].map(({ contents }) => readCommands(contents))).toThrow();
  }
  expect(submitted).toEqual([]);
  expect(() => [...new FrameReader(10).read(frameOf('hello', Buffer.alloc(11)))]).toThrow('a frame of 12 bytes');
  expect(FRAME_BYTES_MAX).toBe(4 * 1024 * 1024);
});

/** A leader whose timers a test lets run. */
async function leaderByHand(options: Parameters<typeof leader>[0] = {}) {
  const calls: { readonly ms: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void) => {
    calls.push({ ms, run });
    return () => {};
  };
  const waits = () => calls.some(({ ms }) => ms === BACK_MS_MAX);
  /** The time is over in which a node may come back. */
  const pass = () => {
    for (const { ms, run } of calls.splice(0)) if (ms === BACK_MS_MAX) run();
  };
  return { ...(await leader({ ...options, timers: { ...systemTimers, after } })), waits, pass };
}

test('a node that is gone for good is reported, and one that comes back is not', async () => {
  const { server, port, gone, waits, pass } = await leaderByHand();
  const { link, welcomes } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  server.cut();
  await waitFor(() => expect(welcomes).toHaveLength(2));
  pass();
  expect(gone).toEqual([]);
  link.end();
  await waitFor(() => expect(waits()).toBe(true));
  pass();
  expect(gone).toEqual(['node-2 a']);
});

test('a node that is gone is reported later where the leader may not answer or takes no command', async () => {
  const asked: string[] = [];
  let isFull = true;
  const onGone = async (process: string) => {
    asked.push(process);
    if (isFull) throw new VenueUnavailable('more orders are waiting than the venue takes');
  };
  const { port, state, waits, pass } = await leaderByHand({ onGone });
  const { link, welcomes } = node(port);
  await waitFor(() => expect(welcomes).toHaveLength(1));
  link.end();
  await waitFor(() => expect(waits()).toBe(true));
  state.epoch = undefined;
  pass();
  expect([asked, waits()]).toEqual([[], true]);
  state.epoch = 7;
  pass();
  await waitFor(() => expect(waits()).toBe(true));
  isFull = false;
  pass();
  await turn();
  expect([asked, waits()]).toEqual([['node-2 a', 'node-2 a'], false]);
});

test('a node does not take for its leader who only sends its own proof back to it (J24)', async () => {
  const impostor = createServer((socket) => {
    const reader = new FrameReader();
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const { contents } of reader.read(chunk)) {
        const { proofs } = JSON.parse(contents.toString()) as { readonly proofs: readonly string[] };
        socket.write(frameOf('welcome', JSON.stringify({ proof: proofs[0], epoch: 9, sequence: 0 })));
      }
    });
    socket.write(frameOf('challenge', Buffer.alloc(32).toString('base64')));
  });
  const port = await new Promise<number>((resolve) => {
    impostor.listen(0, HOST, () => resolve((impostor.address() as AddressInfo).port));
  });
  closeAfterTest(() => impostor.close());
  const { welcomes } = node(port);
  await waitFor(() => expect(quiet.warn.mock.calls.length + welcomes.length).toBeGreaterThan(0));
  expect(welcomes).toEqual([]);
});
