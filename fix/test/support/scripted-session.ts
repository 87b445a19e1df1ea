import { decodeMessage, type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import {
  type Input,
  initialState,
  type Output,
  resendOf,
  SESSION_SETTINGS,
  type SessionState,
  type Stored,
  step,
  wireBytes,
} from '../../src/session/index.ts';
import { type HeaderChanges, OWN, PEER, peerBytes, readOne } from './peer-messages.ts';

const SETTINGS = { ...SESSION_SETTINGS, own: OWN, peer: PEER };
/** An Input without its time. */
type Timeless = Input extends infer I ? (I extends Input ? Omit<I, 'now' | 'at'> : never) : never;

/** The body of an order. */
export const ORDER: Field[] = [
  [11, 'ONE'],
  [55, '5001'],
  [54, '1'],
  [60, '20261127-15:00:00'],
  [38, '100'],
  [40, '2'],
  [44, '10.25'],
];
export const order = (clOrdId: string, ...more: Field[]): Field[] => [[11, clOrdId], ...ORDER.slice(1), ...more];
export const report = { msgType: '8', body: '37=1\x01' };
/** The delivered orders, by ClOrdID. */
export const delivered = (session: ScriptedSession) => session.delivered.map((one) => fieldValue(one, 11));

/** A session whose peer a test plays: what it sends back, what it delivers, and whether it is connected. */
export class ScriptedSession {
  state: SessionState;
  /** The clock of the day, and the monotonic one. */
  now = Date.UTC(2026, 10, 27, 15);
  at = 5000;
  /** Of the last input. */
  outputs: readonly Output[] = [];
  /** Messages of the application that were sent, as the store keeps them. */
  readonly stored: Stored[] = [];
  readonly delivered: Message[] = [];
  /** The number of the peer's next message. */
  seq = 1;

  constructor(numbers = { nextIn: 1, nextOut: 1 }) {
    this.state = initialState(numbers);
    this.seq = numbers.nextIn;
  }

  static loggedOn(numbers?: { nextIn: number; nextOut: number }): ScriptedSession {
    const session = new ScriptedSession(numbers);
    session.logOn();
    return session;
  }

  /** Time passes on both clocks. */
  pass(ms: number): this {
    this.now += ms;
    this.at += ms;
    return this;
  }

  take(input: Timeless): this {
    const stepped = step(this.state, { ...input, now: this.now, at: this.at } as Input, SETTINGS);
    this.state = stepped.state;
    this.outputs = stepped.outputs;
    for (const output of stepped.outputs) {
      if (output.type === 'store' || (output.type === 'send' && output.isStored)) {
        this.stored.push({ ...output.message, sentAt: this.now });
      }
      if (output.type === 'deliver') this.delivered.push(output.message);
    }
    return this;
  }

  /** A message of the peer, with its next number unless the changes have another one. */
  peer(msgType: string, body: readonly Field[] = [], changes: HeaderChanges = {}): this {
    const own = 'seq' in changes ? {} : { seq: this.seq++ };
    return this.bytes(peerBytes(msgType, body, { at: this.now, ...own, ...changes }));
  }

  /** Bytes of the peer; garbled ones never reach the session. */
  bytes(bytes: Buffer): this {
    this.outputs = [];
    const message = readOne(bytes);
    return message === undefined ? this : this.take({ type: 'message', message });
  }

  /** A Logon whose key is right. */
  logOn(fields: readonly Field[] = [], changes: HeaderChanges = {}): this {
    return this.logOnWith([[98, '0'], [108, '30'], [553, 'id'], [554, 'key'], ...fields], changes);
  }

  logOnWith(body: readonly Field[], changes: HeaderChanges = {}): this {
    const seq = 'seq' in changes ? changes.seq : this.seq++;
    const message = readOne(peerBytes('A', body, { at: this.now, ...changes, seq }));
    if (message === undefined) throw new Error('the Logon is garbled');
    return this.take({ type: 'logon', message });
  }

  /** What went to the peer, short: type, number and the fields that matter. */
  get sent(): string[] {
    return this.outputs.flatMap((output) => {
      if (output.type === 'disconnect') return ['disconnect'];
      if (output.type === 'send') return [short(decodeMessage(wireBytes(SETTINGS, output.message, { now: this.now })))];
      if (output.type === 'resend') return this.#resent(output.from, output.to);
      return [];
    });
  }

  #resent(from: number, to: number): string[] {
    const stored = this.stored.filter(({ seq }) => seq >= from && seq <= to);
    return resendOf(stored, { from, to, isComplete: true }).map((message) => {
      const original = 'sentAt' in message ? (message as Stored).sentAt : this.now;
      return short(decodeMessage(wireBytes(SETTINGS, message, { now: this.now, original })));
    });
  }
}

const SHOWN = [34, 43, 7, 16, 36, 45, 112, 123, 141, 371, 373, 380, 58];

/** A message as `Reject 34=5 45=4 373=1`, with the tags of SHOWN. */
export function short(message: Message): string {
  const fields = SHOWN.flatMap((tag) => {
    const value = fieldValue(message, tag);
    return value === undefined ? [] : [`${tag}=${value.slice(0, 100)}`];
  });
  return [message.msgType, ...fields].join(' ');
}
