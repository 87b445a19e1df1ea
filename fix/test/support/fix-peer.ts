import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Field, fieldValue, type Message, MessageReader } from '../../src/codec/index.ts';
import { type HeaderChanges, peerBytes } from './peer-messages.ts';
import { short } from './scripted-session.ts';

interface PeerOptions {
  readonly port: number;
  readonly compId?: string;
  readonly clientID?: string;
  readonly key?: string;
  /** Numbers of an earlier connection to go on with. */
  readonly numbers?: { readonly nextIn: number; readonly nextOut: number };
  /** The peer of an earlier connection: its numbers and its sent messages go on. */
  readonly previous?: FixPeer;
  readonly socket?: Socket;
}

/** Until a test fails that waits for a message: longer than a call of the gateway waits for the venue. */
const PATIENCE_MS = 120_000;

const ADMIN = ['0', '1', '2', '3', '4', '5', 'A'];

/** An initiator for tests: counts both numbers, asks for gaps, and keeps what it received. */
export class FixPeer {
  readonly socket: Socket;
  readonly received: Message[] = [];
  /** Possible duplicates of messages that were received before. */
  readonly repeated: Message[] = [];
  /** Takes messages in place of `received`. */
  onMessage: ((message: Message) => void) | undefined;
  nextOut: number;
  nextIn: number;
  readonly compId: string;
  readonly #options: PeerOptions;
  readonly #sent: Map<number, { readonly msgType: string; readonly body: readonly Field[]; readonly at: number }>;
  readonly #reader = new MessageReader(1_000_000);
  readonly #waiting = new Set<() => void>();
  #isClosed = false;
  #hasLoggedOut = false;

  private constructor(socket: Socket, options: PeerOptions) {
    this.socket = socket;
    this.#options = options;
    this.compId = options.compId ?? 'CLIENT';
    const { nextIn, nextOut } = options.previous ?? options.numbers ?? { nextIn: 1, nextOut: 1 };
    this.nextIn = nextIn;
    this.nextOut = nextOut;
    this.#sent = options.previous === undefined ? new Map() : options.previous.#sent;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static async connect(options: PeerOptions): Promise<FixPeer> {
    const socket = options.socket ?? connect(options.port, '127.0.0.1');
    const peer = new FixPeer(socket, options);
    if (options.socket === undefined) await once(socket, 'connect');
    return peer;
  }

  /** Connects and logs on. */
  static async loggedOn(options: PeerOptions, fields: readonly Field[] = []): Promise<FixPeer> {
    const peer = await FixPeer.connect(options);
    peer.logOn(fields);
    await peer.until((message) => message.msgType === 'A');
    return peer;
  }

  logOn(fields: readonly Field[] = [], changes: HeaderChanges = {}): void {
    const { clientID = 'id', key = 'key' } = this.#options;
    this.send('A', [[98, '0'], [108, '30'], [553, clientID], [554, key], ...fields], changes);
  }

  send(msgType: string, body: readonly Field[] = [], changes: HeaderChanges = {}): void {
    if (msgType === '5') this.#hasLoggedOut = true;
    const numbered = 'seq' in changes ? changes : { ...changes, seq: this.nextOut++ };
    if (!ADMIN.includes(msgType)) this.#sent.set(Number(numbered.seq), { msgType, body, at: Date.now() });
    this.socket.write(peerBytes(msgType, body, { sender: this.compId, ...numbered }));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get texts(): string[] {
    return this.received.map(short);
  }

  /** The first received message that fits, waited for. */
  async until(fits: (message: Message, at: number) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (this.#isClosed) throw new Error(`closed before it came; ${this.#last()}`);
      await this.#changed();
    }
  }

  async closed(): Promise<void> {
    while (!this.#isClosed) await this.#changed();
  }

  async cut(): Promise<void> {
    this.socket.destroy();
    await this.closed();
  }

  #read(chunk: Buffer): void {
    this.#reader.append(chunk);
    for (let next = this.#reader.next(); next !== undefined; next = this.#reader.next()) {
      if (next.garbled !== undefined) throw new Error(`the gateway sent a garbled message: ${next.garbled}`);
      this.#take(next.message);
    }
    this.#wake();
  }

  /** Keeps messages in the order of their numbers, each once. */
  #take(message: Message): void {
    const seq = Number(fieldValue(message, 34));
    if (message.msgType === 'A' && fieldValue(message, 141) === 'Y') this.nextIn = 1;
    if (seq > this.nextIn) {
      // A request to send again is answered before the gap that it comes after is closed.
      if (message.msgType === '2') this.#resend(Number(fieldValue(message, 7)));
      this.send('2', [
        [7, String(this.nextIn)],
        [16, '0'],
      ]);
      if (message.msgType === 'A') this.received.push(message);
      return;
    }
    if (seq < this.nextIn) {
      if (fieldValue(message, 43) !== 'Y') throw new Error(`number ${seq} again: ${short(message)}`);
      this.repeated.push(message);
      return;
    }
    this.nextIn = message.msgType === '4' ? Number(fieldValue(message, 36)) : seq + 1;
    if (this.onMessage === undefined) this.received.push(message);
    else this.onMessage(message);
    if (message.msgType === '5' && !this.#hasLoggedOut) this.send('5');
    if (message.msgType === '2') this.#resend(Number(fieldValue(message, 7)));
    if (message.msgType === '1') this.send('0', [[112, fieldValue(message, 112) ?? '']]);
  }

  /** Sends all messages of orders from a number on again, and gap fills for the others. */
  #resend(from: number): void {
    const last = this.nextOut - 1;
    for (let seq = from; seq <= last; seq++) {
      const sent = this.#sent.get(seq);
      const again = { seq, possDup: true, orig: sent?.at ?? Date.now() };
      if (sent !== undefined) this.send(sent.msgType, sent.body, again);
      else
        this.send(
          '4',
          [
            [123, 'Y'],
            [36, String(seq + 1)],
          ],
          again,
        );
    }
  }

  /** Resolves with the next bytes of the gateway, or the end of the connection. */
  #changed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited in vain; ${this.#last()}`)), PATIENCE_MS);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #last(): string {
    return `received last: ${this.texts.slice(-5).join(', ')}`;
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
