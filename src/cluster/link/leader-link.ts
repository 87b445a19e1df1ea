/** A node's end of the link to the leader: the connection, without knowing what it carries (J22). */
import { randomBytes } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { UseReport } from '../../usage/index.ts';
import { type LinkTls, SILENT_MS_MAX } from './command-server.ts';
import { BadFrame, type Frame, type FrameMacs, FrameReader, type FrameType, frameOf } from './frames.ts';
import { type Answer, type Hello, parsed, readUse, saidIn, type Welcome } from './messages.ts';
import { type Challenges, keyProved, macsOf, NONCE_BYTES, proofOf } from './proof.ts';

export interface LeaderLinkDeps {
  readonly keys: readonly Buffer[];
  readonly tls: LinkTls | undefined;
  /** Differs for each run of a node. */
  readonly process: string;
  readonly timers: Pick<Timers, 'nowMs' | 'after'>;
  readonly onWelcome: (welcome: Welcome) => void;
  readonly onAnswers: (answers: readonly Answer[]) => void;
  readonly onPosition: (sequence: CommandSeq) => void;
  /** What clients use of their limits on the other nodes. */
  readonly onUse: (report: UseReport) => void;
  readonly onClosed: () => void;
  readonly log: { warn(fields: object, message: string): void };
}

const RETRY_MS = 50;
const WELCOME_MS_MAX = 2000;
/** What the leader does not take in: further commands wait here. */
const UNSENT_BYTES_MAX = 8 * 1024 * 1024;

/** Keeps a connection to whoever leads, as the journal names it. */
export class LeaderLink {
  readonly #deps: LeaderLinkDeps;
  #address = '';
  #socket: Socket | undefined;
  #isWelcome = false;
  /** Of what this node sends, once it is welcome. */
  #macs: FrameMacs | undefined;
  #cancelRetry = () => {};
  #receivedAtMs = 0;

  constructor(deps: LeaderLinkDeps) {
    this.#deps = deps;
  }

  /** Whether commands can be sent now. */
  get isOpen(): boolean {
    return this.#isWelcome;
  }

  /** Whether the leader takes in what is sent. */
  get isKeepingUp(): boolean {
    return (this.#socket?.writableLength ?? 0) <= UNSENT_BYTES_MAX;
  }

  /** @param address host:port of the leader; empty: nobody leads */
  aim(address: string): void {
    if (address === this.#address) return;
    this.#address = address;
    this.#cancelRetry();
    if (this.#socket === undefined) this.#connect();
    else this.#socket.destroy();
  }

  send(type: FrameType, contents: string): void {
    this.#socket?.write(frameOf(type, contents, this.#macs));
  }

  /**
   * Cuts a link on which the leader says nothing any more, to connect again: a connection may be gone without a word
   * (J22). To be called some times a second.
   */
  cutSilent(): void {
    if (this.#isWelcome && this.#deps.timers.nowMs() - this.#receivedAtMs > SILENT_MS_MAX) this.#socket?.destroy();
  }

  end(): void {
    this.aim('');
    this.#cancelRetry();
  }

  #connect(): void {
    const place = placeOf(this.#address);
    if (place === undefined) return;
    const { tls, timers } = this.#deps;
    const socket = tls === undefined ? connectPlain(place) : connectTls({ ...tls, ...place });
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const cancelWait = timers.after(WELCOME_MS_MAX, () => socket.destroy());
    const session = new Greeting(this.#deps);
    const reader = new FrameReader();
    socket.on('data', (chunk: Buffer) => {
      this.#receivedAtMs = timers.nowMs();
      try {
        for (const frame of reader.read(chunk)) {
          if (this.#isWelcome) this.#take(frame);
          else if (frame.type === 'challenge') socket.write(session.hello(frame.contents.toString()));
          else {
            const { welcome, key } = session.welcome(frame);
            cancelWait();
            this.#macs = macsOf(key, 'opened', session.challenges);
            reader.macs = macsOf(key, 'accepted', session.challenges);
            this.#isWelcome = true;
            this.#deps.onWelcome(welcome);
          }
        }
      } catch (error) {
        if (!(error instanceof BadFrame)) throw error;
        this.#deps.log.warn({ address: this.#address, reason: error.message }, 'the leader cannot be spoken to');
        socket.destroy();
      }
    });
    socket.once('close', () => {
      cancelWait();
      this.#socket = undefined;
      if (this.#isWelcome) this.#deps.onClosed();
      this.#isWelcome = false;
      this.#macs = undefined;
      this.#cancelRetry = timers.after(RETRY_MS, () => this.#connect());
    });
  }

  #take({ type, contents }: Frame): void {
    if (type === 'answers') this.#deps.onAnswers(parsed<readonly Answer[]>(contents));
    else if (type === 'position') this.#deps.onPosition(Number(contents.toString()));
    else if (type === 'use') this.#deps.onUse(readUse(contents));
    else throw new BadFrame(`a frame ${type} from the leader`);
  }
}

/** Both sides prove that they have the key. */
class Greeting {
  readonly #deps: LeaderLinkDeps;
  readonly #opened = randomBytes(NONCE_BYTES).toString('base64');
  #accepted = '';

  constructor(deps: LeaderLinkDeps) {
    this.#deps = deps;
  }

  get challenges(): Challenges {
    return { accepted: this.#accepted, opened: this.#opened };
  }

  hello(accepted: string): Buffer {
    const { keys, process } = this.#deps;
    this.#accepted = accepted;
    const statement = { side: 'opened', challenges: this.challenges, said: process } as const;
    const proofs = keys.map((key) => proofOf(key, statement));
    const hello: Hello = { challenge: this.#opened, proofs, process };
    return frameOf('hello', JSON.stringify(hello));
  }

  /** Also the key that both have. Throws BadFrame. */
  welcome({ type, contents }: Frame): { readonly welcome: Welcome; readonly key: Buffer } {
    if (type !== 'welcome') throw new BadFrame(type === 'refused' ? contents.toString() : `a frame ${type} at first`);
    const welcome = parsed<Welcome>(contents);
    const statement = { side: 'accepted', challenges: this.challenges, said: saidIn(welcome) } as const;
    const key = keyProved(this.#deps.keys, [welcome.proof], statement);
    if (key === undefined) throw new BadFrame('it has not the ENCRYPTION_KEY of this node');
    return { welcome, key };
  }
}

function placeOf(address: string): { readonly host: string; readonly port: number } | undefined {
  const colon = address.lastIndexOf(':');
  return colon < 0
    ? undefined
    : { host: address.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(address.slice(colon + 1)) };
}
