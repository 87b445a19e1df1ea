import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { OutgoingMessage, SessionApplication, SessionKey, SessionPort } from '../application/index.ts';
import { decodeMessage, fieldValue, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import type { Store } from '../store/index.ts';
import type { SessionContext } from './context.ts';
import type { SessionDefinition } from './settings.ts';

interface TakenPort extends SessionPort {
  /** Whether a connection has the session. */
  readonly isTaken: boolean;
}

interface SlotDeps {
  readonly port: TakenPort;
  readonly definition: SessionDefinition;
  readonly context: SessionContext;
  readonly log: Logger;
}

/**
 * The application of a session: opened by its first logon, whose key the venue checks, and kept while the peer is
 * disconnected. Only a hash of the key is kept.
 */
export class ApplicationSlot {
  readonly #deps: SlotDeps;
  #application: SessionApplication | undefined;
  #keyHash: Buffer | undefined;
  #isConnected = false;
  #unfinished: ReturnType<Store['inbox']> = [];

  constructor(deps: SlotDeps) {
    this.#deps = deps;
  }

  /** Whether the Logon has the key of the application that is open: the venue need not be asked. */
  knows(logon: Message): boolean {
    const key = keyOf(logon, this.#deps.context.settings.logonBy);
    return (
      this.#keyHash !== undefined &&
      key?.clientID === this.#deps.definition.clientID &&
      timingSafeEqual(this.#keyHash, hashOf(key))
    );
  }

  /** A message that is in the inbox. Without an application it is given to the next one. */
  receive(id: number, message: Message, isAgain = false): void {
    const { port, log } = this.#deps;
    try {
      this.#application?.receive(id, message, isAgain);
    } catch (error) {
      // It would fail again after each restart: it is refused and finished.
      log.error({ err: error, inboxId: id, msgType: message.msgType }, 'the application failed');
      port.append([failureOf(message)], { inbox: [id] });
    }
  }

  /** A message that the session has no room for is answered, and kept nowhere. */
  refuse(id: number, message: Message, text: string): void {
    const refusal = this.#application?.refusal(id, message, text) ?? failureOf(message);
    this.#deps.port.append([refusal]);
  }

  connected(): void {
    this.#isConnected = true;
    this.#application?.connected();
  }

  /** After a connection, whether or not it was logged on. */
  disconnected(): void {
    if (this.#isConnected) this.#application?.disconnected();
    this.#isConnected = false;
  }

  async close(): Promise<void> {
    const application = this.#application;
    this.#application = undefined;
    this.#keyHash = undefined;
    await application?.close();
  }

  /** Gives an application that was opened in this turn the messages that an earlier one has not finished. */
  giveUnfinished(): void {
    for (const { id, bytes } of this.#unfinished.splice(0)) this.receive(id, decodeMessage(bytes), true);
  }

  /**
   * Opens the application with the key of a Logon; rejects where the key is wrong or cannot be checked. Never called
   * twice at a time.
   */
  async open(logon: Message): Promise<void> {
    const { port, definition, context } = this.#deps;
    const key = keyOf(logon, context.settings.logonBy);
    if (key === undefined) throw new Error('the Logon has no key');
    if (key.clientID !== definition.clientID) throw new Error('the key is not the one of this session');
    const application = await context.open(port, key);
    if (port.isTaken) {
      // A Logon with the earlier key came meanwhile: its application stays.
      await application.close();
      throw new Error('the session is connected already');
    }
    // The key was changed: the application of the earlier one ends.
    await this.close();
    this.#application = application;
    this.#keyHash = hashOf(key);
    this.#unfinished = context.store.inbox(port.name);
  }
}

function hashOf({ developerAPIKey }: SessionKey): Buffer {
  return createHash('sha256').update(developerAPIKey).digest();
}

/** A BusinessMessageReject: the application is not available. */
function failureOf(message: Message): OutgoingMessage {
  return {
    msgType: MSG.BusinessMessageReject,
    body: [
      [TAG.RefSeqNum, fieldValue(message, TAG.MsgSeqNum) ?? ''],
      [TAG.RefMsgType, message.msgType],
      [TAG.BusinessRejectReason, '4'],
      [TAG.Text, 'The gateway failed to process the message'],
    ],
  };
}

function keyOf(logon: Message, by: 'password' | 'rawdata'): SessionKey | undefined {
  if (by === 'password') {
    const [clientID, developerAPIKey] = [fieldValue(logon, TAG.Username), fieldValue(logon, TAG.Password)];
    return clientID && developerAPIKey ? { clientID, developerAPIKey } : undefined;
  }
  const [, clientID, developerAPIKey] = /^([^:]+):(.+)$/.exec(fieldValue(logon, TAG.RawData) ?? '') ?? [];
  return clientID && developerAPIKey ? { clientID, developerAPIKey } : undefined;
}
