/** The leader's end of the links on which other nodes pass commands on to it (J22 to J24). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Command, type Outcome, VenueUnavailable } from '../../exchange/api/index.ts';
import type { Origin } from '../../exchange/commands/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import { Complaints } from '../../time/complaints.ts';
import type { Timers } from '../../time/timers.ts';
import { type Counted, type UseMember, type UseReport, UseSums } from '../../usage/index.ts';
import { BadFrame, FRAME_BYTES_MAX, type Frame, FrameReader, frameOf } from './frames.ts';
import { type Answer, type Hello, parsed, readCommands, readUse, type Welcome } from './messages.ts';
import { keyProved, NONCE_BYTES, proofOf } from './proof.ts';
import { RecentCommands } from './recent-commands.ts';

export interface LinkTls {
  readonly cert: string;
  readonly key: string;
  /** Whose certificates are accepted. */
  readonly ca: string;
}

export interface CommandServerOptions {
  readonly keys: readonly Buffer[];
  readonly tls: LinkTls | undefined;
  /** The epoch in which this node leads and may answer now; undefined: it does not lead. */
  readonly epoch: () => number | undefined;
  /** Of the last command that its copy has. */
  readonly sequence: () => CommandSeq;
  readonly submit: (command: Command, origin: Origin) => Promise<Outcome>;
  /** A node has stored webhooks of a client to a receiver. */
  readonly onWebhooks: (clientId: string, receiver: string) => void;
  /** What clients use of their limits on the other nodes. */
  readonly onUse: (report: UseReport) => void;
  /** All that this node counts of limits, once it has shared what it had not. */
  readonly counted: () => readonly Counted[];
  /** The process of a node did not come back on another link; asked again while it rejects. */
  readonly onGone: (process: string) => Promise<unknown>;
  readonly timers: Pick<Timers, 'nowMs' | 'after' | 'soon'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** Links at once. A venue has a few nodes. */
const LINKS_MAX = 64;
const HELLO_MS_MAX = 2000;
/** A node whose link broke is back sooner, where it still runs. */
export const BACK_MS_MAX = 3000;
/** A node reports ten times a second (J28). One that lost its power closes no connection. */
export const SILENT_MS_MAX = 5000;
/** Until the other side has proved who it is. */
const HELLO_BYTES_MAX = 1024;
/** Answers that a node does not take in: its link is cut, and it asks again on the next one. */
const UNSENT_BYTES_MAX = 16 * 1024 * 1024;
/** Names of limits in one message to a node: the leader makes one message a turn. */
const COUNTED_MAX = 500;

export class CommandServer {
  readonly #options: CommandServerOptions;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #recent: RecentCommands;
  readonly #use = new UseSums();
  readonly #own: UseMember;
  readonly #complaints: Complaints;
  #isAnnouncing = false;
  #announced: CommandSeq = 0;

  constructor(options: CommandServerOptions) {
    this.#options = options;
    this.#recent = new RecentCommands(options.timers);
    this.#complaints = new Complaints(options);
    this.#own = this.#use.join(options.onUse);
    const { tls } = options;
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server =
      tls === undefined
        ? createServer({ noDelay: true }, accept)
        : createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true, noDelay: true }, accept);
  }

  /** Resolves with the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as { readonly port: number }).port;
  }

  async close(): Promise<void> {
    for (const link of this.#links) link.end();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The copy of the leader has come further: the other nodes need not wait for their next look at the journal. */
  advanced(): void {
    if (this.#isAnnouncing || this.#links.size === 0) return;
    this.#isAnnouncing = true;
    this.#options.timers.soon(() => {
      this.#isAnnouncing = false;
      const sequence = this.#options.sequence();
      if (sequence === this.#announced || this.#options.epoch() === undefined) return;
      this.#announced = sequence;
      const frame = frameOf('position', String(sequence));
      for (const link of this.#links) link.announce(frame);
    });
  }

  /** Passes on what clients used of their limits, on this node since the last time, and on the others. */
  shareUse(own: UseReport | undefined): void {
    if (own !== undefined) this.#use.report(this.#own, own);
    this.#use.flush();
  }

  /** Cuts the links of nodes that no longer say anything. To be called some times a second. */
  cutSilent(): void {
    const nowMs = this.#options.timers.nowMs();
    for (const link of this.#links) if (nowMs - link.receivedAtMs > SILENT_MS_MAX) link.end();
  }

  /** This node leads no more: what the others wait for, the next leader answers. */
  cut(): void {
    for (const link of this.#links) link.end();
  }

  #accept(socket: Socket): void {
    if (this.#links.size >= LINKS_MAX) return void socket.destroy();
    const link = new Link(socket, this.#options, { recent: this.#recent, use: this.#use }, (reason) =>
      this.#complaints.log({ address: socket.remoteAddress, reason }, 'a link of another node was cut'),
    );
    this.#links.add(link);
    socket.once('close', () => {
      this.#links.delete(link);
      if (link.process !== undefined) this.#lookLaterFor(link.process);
    });
  }

  #lookLaterFor(process: string): void {
    const { timers, epoch, onGone } = this.#options;
    timers.after(BACK_MS_MAX, () => {
      const isBack = [...this.#links].some((link) => link.process === process);
      if (isBack || !this.#server.listening) return;
      // A leader whose lease ran out may renew it (J5).
      if (epoch() === undefined) this.#lookLaterFor(process);
      else onGone(process).catch(() => this.#lookLaterFor(process));
    });
  }
}

interface Shared {
  readonly recent: RecentCommands;
  readonly use: UseSums;
}

/** A node that has proved who it is. */
interface LinkedNode {
  readonly process: string;
  readonly member: UseMember;
}

/** One node, from its connection on. */
class Link {
  readonly #socket: Socket;
  readonly #options: CommandServerOptions;
  readonly #shared: Shared;
  readonly #complain: (reason: string) => void;
  readonly #reader = new FrameReader(HELLO_BYTES_MAX);
  readonly #challenge = randomBytes(NONCE_BYTES).toString('base64');
  readonly #cancelHello: () => void;
  #node: LinkedNode | undefined;
  #answers: Answer[] = [];
  readonly #uses: UseReport[] = [];
  receivedAtMs: number;

  constructor(socket: Socket, options: CommandServerOptions, shared: Shared, complain: (why: string) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#shared = shared;
    this.#complain = complain;
    this.receivedAtMs = options.timers.nowMs();
    this.#cancelHello = options.timers.after(HELLO_MS_MAX, () => socket.destroy());
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

  announce(frame: Buffer): void {
    if (this.#node !== undefined) this.#write(frame);
  }

  #read(chunk: Buffer): void {
    this.receivedAtMs = this.#options.timers.nowMs();
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
        this.#options.onWebhooks(clientId, receiver);
    } else if (type === 'use') this.#shared.use.report(node.member, readUse(contents));
    else throw new BadFrame(`a frame ${type} from a node`);
  }

  #greet(hello: Hello | undefined): void {
    const { keys, epoch, sequence } = this.#options;
    const challenges = { accepted: this.#challenge, opened: String(hello?.challenge) };
    const key = keyProved(keys, hello?.proofs, 'opened', challenges);
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
    const welcome: Welcome = { proof: proofOf(key, 'accepted', challenges), epoch: ownEpoch, sequence: sequence() };
    this.#socket.write(frameOf('welcome', JSON.stringify(welcome)));
    const counted = this.#options.counted();
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
    const { recent } = this.#shared;
    const result =
      recent.find(process, number) ??
      recent.add(process, number, () => this.#options.submit(command, origin).then(this.#options.sequence));
    result.then(
      (sequence) => this.#answer([number, sequence]),
      (error: unknown) => this.#answer([number, error instanceof VenueUnavailable ? error.message : 'it failed']),
    );
  }

  #answer(answer: Answer): void {
    if (this.#answers.push(answer) > 1) return;
    this.#options.timers.soon(() => {
      const answers = this.#answers;
      this.#answers = [];
      // After its deadline a node answers nothing (J5).
      if (this.#options.epoch() === undefined) return this.end();
      this.#write(frameOf('answers', JSON.stringify(answers)));
    });
  }

  /** One in each turn, in their order. */
  #writeUse(report: UseReport): void {
    if (this.#uses.push(report) === 1) this.#writeNextUse();
  }

  #writeNextUse(): void {
    const [report] = this.#uses;
    if (report === undefined || this.#socket.destroyed) return;
    this.#write(frameOf('use', JSON.stringify(report)));
    this.#options.timers.soon(() => {
      this.#uses.shift();
      this.#writeNextUse();
    });
  }

  #write(frame: Buffer): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(frame);
    if (this.#socket.writableLength <= UNSENT_BYTES_MAX) return;
    this.#complain('it takes no answers');
    this.#socket.destroy();
  }
}
