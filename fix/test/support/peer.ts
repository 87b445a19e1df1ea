/** The session side in memory: what it keeps is kept, whatever happens to the application of the session. */

import type {
  Finished,
  KeptRoute,
  OutgoingMessage,
  SessionApplication,
  SessionKey,
  SessionOptions,
  SessionPort,
} from '../../src/application/index.ts';
import { openingApplications } from '../../src/application/index.ts';
import { TAG } from '../../src/application/tags.ts';
import type { Platform } from '../../src/client.ts';
import { type Field, fieldValue, type Message } from '../../src/codec/index.ts';
import { DICTIONARY } from '../../src/dictionary/index.ts';
import { faultsOf } from './dictionary-check.ts';

export interface PeerOptions {
  readonly baseUrls: string;
  readonly key: SessionKey;
  readonly options?: Partial<SessionOptions>;
  readonly platform?: Partial<Platform>;
  readonly settlementDays?: number;
}

/** Until a test fails that waits for a message. */
const PATIENCE_MS = 60_000;

class StoredSession implements SessionPort {
  readonly name = 'PEER/OPENATS';
  readonly sent: Message[] = [];
  readonly inbox = new Map<number, Message>();
  readonly routes = new Map<string, KeptRoute>();
  cursor: string | undefined;
  unsentBytes = 0;
  loggedOut: string | undefined;
  readonly options: SessionOptions;
  nextInbox = 1;
  readonly watchers = new Set<() => void>();

  constructor(options: Partial<SessionOptions>) {
    this.options = { dropCopy: false, cancelOnDisconnect: undefined, ...options };
  }

  logout(text: string): void {
    this.loggedOut = text;
    for (const watcher of this.watchers) watcher();
  }

  append(messages: readonly OutgoingMessage[], { cursor, inbox = [], routes = [] }: Finished = {}): void {
    for (const { msgType, body } of messages) {
      // Third-party addressing is of the header.
      const faults = faultsOf({ msgType, fields: body.filter(([tag]) => !DICTIONARY.header.has(tag)) });
      if (faults.length > 0) throw new Error(`${msgType} is not by the dictionary: ${faults.join('; ')}`);
      this.sent.push({ msgType, fields: body });
    }
    this.cursor = cursor ?? this.cursor;
    for (const id of inbox) if (!this.inbox.delete(id)) throw new Error(`inbox entry ${id} was finished twice`);
    for (const [key, route] of routes) {
      this.routes.delete(key);
      if (route !== undefined) this.routes.set(key, route);
    }
    for (const watcher of this.watchers) watcher();
  }
}

/** A peer, and the application of its session, which can be killed and opened again. */
export class Peer {
  readonly port: StoredSession;
  /** How old messages are that it sends. */
  ageMs = 0;
  readonly #options: PeerOptions;
  #application: SessionApplication | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.port = new StoredSession(options.options ?? {});
  }

  static async open(options: PeerOptions): Promise<Peer> {
    const peer = new Peer(options);
    await peer.start();
    return peer;
  }

  async start(): Promise<void> {
    const { baseUrls, key, platform = {}, settlementDays } = this.#options;
    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    const open = openingApplications({ baseUrls, log: silent, platform, settlementDays });
    this.#application = await open(this.port, key);
    for (const [id, message] of [...this.port.inbox]) this.#application.receive(id, message, true);
    this.#application.connected();
  }

  /** What is not stored is lost. */
  async kill(): Promise<void> {
    const application = this.#application;
    this.#application = undefined;
    await application?.close();
  }

  connect(): void {
    this.#application?.connected();
  }

  disconnect(): void {
    this.#application?.disconnected();
  }

  /** Stores a message, and gives it to the application where there is one. */
  send(msgType: string, ...fields: readonly (readonly [number, string | number])[]): void {
    const id = this.port.nextInbox++;
    const sendingTime = new Date(Date.now() - this.ageMs)
      .toISOString()
      .replace('T', '-')
      .replace(/^(\d{4})-(\d\d)-/, '$1$2')
      .replace('Z', '');
    const header: Field[] = [
      [TAG.MsgSeqNum, String(id)],
      [TAG.SendingTime, sendingTime],
    ];
    const message = { msgType, fields: [...header, ...fields.map(([tag, value]): Field => [tag, String(value)])] };
    this.port.inbox.set(id, message);
    this.#application?.receive(id, message);
  }

  /** The answer to a message that the session has no room for. */
  refusal(msgType: string, ...fields: readonly (readonly [number, string | number])[]): Message {
    const header: Field[] = [[TAG.MsgSeqNum, '9']];
    const message = { msgType, fields: [...header, ...fields.map(([tag, value]): Field => [tag, String(value)])] };
    const { body, ...refusal } = this.#application!.refusal(1, message, 'no room');
    const faults = faultsOf({ ...refusal, fields: body });
    if (faults.length > 0) throw new Error(faults.join('; '));
    return { ...refusal, fields: body };
  }

  /** The messages sent so far that the condition holds for. */
  sent(isWanted: (message: Message) => boolean = () => true): Message[] {
    return this.port.sent.filter(isWanted);
  }

  /** The first message for which it holds, from the message with that index on. */
  async next(isWanted: (message: Message) => boolean, from = 0): Promise<Message> {
    return this.until(() => this.port.sent.slice(from).find(isWanted));
  }

  /** Resolves when the application has done something after which there is a value; rejects with what was sent. */
  until<T>(value: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = value();
        if (found === undefined) return;
        clearTimeout(timer);
        this.port.watchers.delete(look);
        resolve(found);
      };
      const late = () => {
        const sent = this.port.sent.slice(-10).map((one) => JSON.stringify(one.fields));
        const unanswered = [...this.port.inbox.values()].map((one) => JSON.stringify(one.fields));
        reject(new Error(`waited in vain\nlast sent:\n${sent.join('\n')}\nunanswered:\n${unanswered.join('\n')}`));
      };
      const timer = setTimeout(late, PATIENCE_MS);
      this.port.watchers.add(look);
      look();
    });
  }

  /** All messages are answered. */
  async quiet(): Promise<void> {
    await this.until(() => (this.port.inbox.size === 0 ? true : undefined));
  }
}

/** Fields by name, for comparisons. */
export function named(message: Message): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [tag, value] of message.fields) names[DICTIONARY.fields.get(tag)?.name ?? String(tag)] ??= value;
  return names;
}

/** Has this value in each of these tags. */
export function has(msgType: string, ...fields: readonly (readonly [number, string | number])[]) {
  return (message: Message) =>
    message.msgType === msgType && fields.every(([tag, value]) => fieldValue(message, tag) === String(value));
}
