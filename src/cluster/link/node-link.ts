/** The leader's end of one link: from the connection of another node on. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Command, type Outcome, VenueUnavailable } from '../../exchange/api/index.ts';
import type { Origin } from '../../exchange/commands/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Counted, UseMember, UseReport, UseSums } from '../../usage/index.ts';
import {
  BadFrame,
  FRAME_BYTES_MAX,
  type Frame,
  type FrameMacs,
  FrameReader,
  type FrameType,
  frameOf,
} from './frames.ts';
import { type Answer, type Hello, parsed, readCommands, readUse, saidIn, type Welcome } from './messages.ts';
import { keyProved, macsOf, NONCE_BYTES, proofOf } from './proof.ts';
import type { ReceivedCommands } from './received-commands.ts';

export interface NodeLinkDeps {
  readonly keys: readonly Buffer[];
  /** The epoch in which this node leads and may answer now; undefined: it does not lead. */
  readonly epoch: () => number | undefined;
  /** Of the last command that its copy has. */
  readonly sequence: () => CommandSeq;
  readonly submit: (command: Command, origin: Origin) => Promise<Outcome>;
  /** A node has stored webhooks of a client to a receiver. */
  readonly onWebhooks: (clientId: string, receiver: string) => void;
  /** All that this node counts of limits, once it has shared what it had not. */
  readonly counted: () => readonly Counted[];
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
}

const HELLO_MS_MAX = 2000;
/** Until the other side has proved who it is. */
const HELLO_BYTES_MAX = 1024;
/** Answers that a node does not take in: its link is cut, and it asks again on the next one. */
const UNSENT_BYTES_MAX = 16 * 1024 * 1024;
/** Names of limits in one message to a node: the leader makes one message a turn. */
const COUNTED_MAX = 500;

interface Shared {
  readonly received: ReceivedCommands;
  readonly use: UseSums;
}

/** A node that has proved who it is. */
interface LinkedNode {
  readonly process: string;
  readonly member: UseMember;
}

export class NodeLink {
  readonly #socket: Socket;
  readonly #deps: NodeLinkDeps;
  readonly #shared: Shared;
  readonly #complain: (reason: string) => void;
  readonly #reader = new FrameReader(HELLO_BYTES_MAX);
  readonly #challenge = randomBytes(NONCE_BYTES).toString('base64');
  readonly #cancelHello: () => void;
  /** Of what this side sends, once the node has proved who it is. */
  #macs: FrameMacs | undefined;
  #node: LinkedNode | undefined;
  #answers: Answer[] = [];
  readonly #uses: UseReport[] = [];
  receivedAtMs: number;
  writtenAtMs: number;

  constructor(socket: Socket, deps: NodeLinkDeps, shared: Shared, complain: (why: string) => void) {
    this.#socket = socket;
    this.#deps = deps;
    this.#shared = shared;
    this.#complain = complain;
    this.receivedAtMs = deps.timers.nowMs();
    this.writtenAtMs = this.receivedAtMs;
    this.#cancelHello = deps.timers.after(HELLO_MS_MAX, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('close', this.#cancelHello);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.write(frameOf('challenge', this.#challenge));
  }

  /** Undefined until the node has proved who it is. */
  get process(): string | undefined {
    return this.#node?.process;
  }

  end(): void {
    this.#socket.destroy();
  }

  announce(sequence: CommandSeq): void {
    if (this.#node !== undefined) this.#write('position', String(sequence));
  }

  #read(chunk: Buffer): void {
    this.receivedAtMs = this.#deps.timers.nowMs();
    try {
      for (const frame of this.#reader.read(chunk)) {
        if (this.#socket.destroyed) return;
        this.#take(frame);
      }
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.#complain(error.message);
      this.#socket.destroy();
    }
  }

  #take({ type, contents }: Frame): void {
    const node = this.#node;
    if (node === undefined) this.#greet(type === 'hello' ? parsed<Hello>(contents) : undefined);
    else if (type === 'commands') {
      for (const [number, command] of readCommands(contents)) this.#submit([node.process, number], command);
    } else if (type === 'webhooks') {
      for (const [clientId, receiver] of parsed<readonly [string, string][]>(contents))
        this.#deps.onWebhooks(clientId, receiver);
    } else if (type === 'use') this.#shared.use.report(node.member, readUse(contents));
    else throw new BadFrame(`a frame ${type} from a node`);
  }

  #greet(hello: Hello | undefined): void {
    const { keys, epoch, sequence } = this.#deps;
    const challenges = { accepted: this.#challenge, opened: String(hello?.challenge) };
    const said = String(hello?.process);
    const key = keyProved(keys, hello?.proofs, { side: 'opened', challenges, said });
    if (key === undefined || typeof hello?.process !== 'string') {
      throw new BadFrame('it has not the ENCRYPTION_KEY of this node');
    }
    this.#cancelHello();
    const ownEpoch = epoch();
    if (ownEpoch === undefined) {
      this.#socket.end(frameOf('refused', 'this node does not lead the venue'));
      return;
    }
    this.#reader.bytesMax = FRAME_BYTES_MAX;
    const place = { epoch: ownEpoch, sequence: sequence() };
    const proof = proofOf(key, { side: 'accepted', challenges, said: saidIn(place) });
    this.#socket.write(frameOf('welcome', JSON.stringify({ proof, ...place } satisfies Welcome)));
    this.#macs = macsOf(key, 'accepted', challenges);
    this.#reader.macs = macsOf(key, 'opened', challenges);
    const counted = this.#deps.counted();
    for (let at = 0; at < counted.length; at += COUNTED_MAX) {
      this.#writeUse({ taken: [], held: [], counted: counted.slice(at, at + COUNTED_MAX) });
    }
    const member = this.#shared.use.join((report) => this.#writeUse(report));
    this.#node = { process: hello.process, member };
    this.#socket.once('close', () => this.#shared.use.leave(member));
  }

  /** A command that came before, on a link that broke, is not done again. */
  #submit(origin: Origin, command: Command): void {
    const [process, number] = origin;
    const submit = () => this.#deps.submit(command, origin).then(this.#deps.sequence);
    this.#shared.received.take(process, number, submit).then(
      (sequence) => this.#answer([number, sequence]),
      (error: unknown) => this.#answer([number, error instanceof VenueUnavailable ? error.message : 'it failed']),
    );
  }

  #answer(answer: Answer): void {
    if (this.#answers.push(answer) > 1) return;
    this.#deps.timers.soon(() => {
      const answers = this.#answers;
      this.#answers = [];
      // After its deadline a node answers nothing (J5).
      if (this.#deps.epoch() === undefined) return this.end();
      this.#write('answers', JSON.stringify(answers));
    });
  }

  /** One in each turn, in their order. */
  #writeUse(report: UseReport): void {
    if (this.#uses.push(report) === 1) this.#writeNextUse();
  }

  #writeNextUse(): void {
    const [report] = this.#uses;
    if (report === undefined || this.#socket.destroyed) return;
    this.#write('use', JSON.stringify(report));
    this.#deps.timers.soon(() => {
      this.#uses.shift();
      this.#writeNextUse();
    });
  }

  #write(type: FrameType, contents: string): void {
    if (this.#socket.destroyed) return;
    this.writtenAtMs = this.#deps.timers.nowMs();
    this.#socket.write(frameOf(type, contents, this.#macs));
    if (this.#socket.writableLength <= UNSENT_BYTES_MAX) return;
    this.#complain('it takes no answers');
    this.#socket.destroy();
  }
}
