/** A host between two nodes without TLS sees all frames and can alter them: neither node takes what it made (J24). */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { FrameReader, type FrameType, frameOf } from '../../src/cluster/link/frames.ts';
import { commandsText, lineOf } from '../../src/cluster/link/messages.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { runs } from '../support/thorough.ts';
import { HOST, idCommand, leader, node, quiet, waitFor } from './link-ends.ts';

afterEach(() => quiet.warn.mockClear());

const commands = (...ids: number[]) => commandsText(ids.map((id) => ({ number: id, line: lineOf(idCommand(id)) })));

const NOTHING_USED = JSON.stringify({ taken: [], held: [] });

/** The frames of a direction as bytes, each with its head, without reading what a MAC would be. */
class Cut {
  #bytes = Buffer.alloc(0);

  frames(chunk: Buffer): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const frames: Buffer[] = [];
    while (this.#bytes.length >= 4 && this.#bytes.length >= 4 + this.#bytes.readUInt32BE(0)) {
      const end = 4 + this.#bytes.readUInt32BE(0);
      frames.push(this.#bytes.subarray(0, end));
      this.#bytes = this.#bytes.subarray(end);
    }
    return frames;
  }
}

type Direction = 'toLeader' | 'toNode';
/** What the host sends in place of a frame: `count` is how many went that way on this connection. */
type Alter = (direction: Direction, frame: Buffer, count: number) => readonly Buffer[];

async function middle(leaderPort: number, alter: Alter): Promise<number> {
  const pass = (direction: Direction, from: Socket, to: Socket) => {
    const cut = new Cut();
    let count = 0;
    from.on('data', (chunk: Buffer) => {
      for (const frame of cut.frames(chunk)) for (const one of alter(direction, frame, count++)) to.write(one);
    });
    from.on('error', () => from.destroy());
    from.once('close', () => to.destroy());
  };
  const server = createServer((socket) => {
    const onward = connect(leaderPort, HOST);
    pass('toLeader', socket, onward);
    pass('toNode', onward, socket);
    closeAfterTest(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  closeAfterTest(() => server.close());
  return (server.address() as AddressInfo).port;
}

const flipped = (frame: Buffer, at: number): Buffer => {
  const other = Buffer.from(frame);
  const place = 4 + (at % (frame.length - 4));
  other[place] = (other[place] as number) ^ 1;
  return other;
};

const FORGERIES = [
  'plain',
  'with a MAC of zeros',
  'altered',
  'repeated',
  'left out',
  'of the other direction',
] as const;
type Forgery = (typeof FORGERIES)[number];

interface Attack {
  readonly direction: Direction;
  readonly forgery: Forgery;
  /** Which frame after the handshake. */
  readonly frame: number;
  readonly at: number;
}

/** The host's frames in place of one; `seen` is the last frame of the other direction. */
function forged({ direction, forgery, at }: Attack, frame: Buffer, seen: Buffer | undefined): readonly Buffer[] {
  const type: FrameType = direction === 'toLeader' ? 'commands' : 'answers';
  const own = frameOf(type, direction === 'toLeader' ? commands(99) : '[[1,1]]');
  if (forgery === 'plain') return [own, frame];
  if (forgery === 'with a MAC of zeros') {
    const sealed = Buffer.concat([own, Buffer.alloc(16)]);
    sealed.writeUInt32BE(sealed.length - 4, 0);
    return [sealed, frame];
  }
  if (forgery === 'altered') return [flipped(frame, at)];
  if (forgery === 'repeated') return [frame, frame];
  if (forgery === 'left out') return [];
  return [seen ?? own, frame];
}

test('what a host between the nodes makes, alters, repeats or leaves out ends the link and is not done', async () => {
  const attacks = fc.record({
    direction: fc.constantFrom<Direction>('toLeader', 'toNode'),
    forgery: fc.constantFrom(...FORGERIES),
    frame: fc.nat(2),
    at: fc.nat(5000),
  });
  const held = async (attack: Attack) => {
    const { port, submitted, server } = await leader();
    const last: Partial<Record<Direction, Buffer>> = {};
    let made = 0;
    const alter: Alter = (direction, frame, count) => {
      const other = last[direction === 'toLeader' ? 'toNode' : 'toLeader'];
      last[direction] = frame;
      // The first frame of a node is its hello; the first two of a leader are the challenge and the welcome.
      const place = count - (direction === 'toLeader' ? 1 : 2);
      if (direction !== attack.direction || place !== attack.frame || made > 0) return [frame];
      made++;
      return forged(attack, frame, other);
    };
    const { link, welcomes, answers } = node(await middle(port, alter));
    await waitFor(() => expect(welcomes).toHaveLength(1));
    // Each command is asked again on the next link until it is answered, as a node does.
    const asked = [1, 2, 3, 4];
    for (const id of asked) {
      let sentOn = 0;
      await waitFor(() => {
        if (link.isOpen && sentOn !== welcomes.length) {
          sentOn = welcomes.length;
          link.send('commands', commands(id));
        }
        // Both sides say something all the time: so a frame that was left out is missed with the next one.
        if (link.isOpen) link.send('use', NOTHING_USED);
        server.shareUse({ taken: [[`key ${id}`, 1]], held: [] });
        expect(answers.some(([number]) => number === id)).toBe(true);
      });
    }
    expect([made, welcomes.length]).toEqual([1, 2]);
    expect(submitted).toMatchObject(asked.map(idCommand));
    link.end();
    await server.close();
  };
  await fc.assert(fc.asyncProperty(attacks, held), { numRuns: runs(24, 24) });
});

test('a hello or welcome with another process, epoch or position is no proof', async () => {
  const { port } = await leader();
  const replaced = (from: string, to: string): Alter => {
    return (_, frame) => {
      const [read] = [...new FrameReader().read(frame)];
      const text = (read?.contents ?? Buffer.alloc(0)).toString();
      return read !== undefined && text.includes(from) ? [frameOf(read.type, text.replace(from, to))] : [frame];
    };
  };
  const alterations: readonly (readonly [string, string])[] = [
    ['node-2 a', 'node-3 b'],
    ['"epoch":7', '"epoch":8'],
    ['"sequence":0', '"sequence":9'],
  ];
  for (const [from, to] of alterations) {
    quiet.warn.mockClear();
    const { link, welcomes } = node(await middle(port, replaced(from, to)));
    await waitFor(() => expect(quiet.warn).toHaveBeenCalled());
    expect([from, welcomes]).toEqual([from, []]);
    link.end();
  }
});
