import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { OutgoingMessage, SessionApplication, SessionKey } from '../application/index.ts';
import { decodeMessage, fieldValue, type Message } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import type { Store } from '../store/index.ts';
import type { LiveSession, SessionContext } from './live-session.ts';
import type { SessionDefinition } from './settings.ts';

interface SlotOptions {
  readonly port: LiveSession;
  readonly definition: SessionDefinition;
  readonly context: SessionContext;
  readonly log: Logger;
}

/**
 * The application of a session: opened by its first logon, whose key the venue checks, and kept while the peer is
 * disconnected. Only a hash of the key is kept.
 */
export class ApplicationSlot {
  readonly #options: SlotOptions;
  #application: SessionApplication | undefined;
  #keyHash: Buffer | undefined;
  #isOpening = false;
  #isConnected = false;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /** Checks the key of a Logon; the session hears of it by `authenticated`. */
  authenticate(logon: Message): void {
    const { port, log } = this.#options;
    this.#open(logon).then(
      (unfinished) => {
        port.authenticated(undefined);
        for (const { id, bytes } of unfinished) this.receive(id, decodeMessage(bytes), true);
      },
      (error: Error) => {
        log.warn({ reason: error.message }, 'the logon is refused');
        port.authenticated(`the logon is refused: ${error.message}`);
      },
    );
  }

  /** A message that is in the inbox. Without an application it is given to the next one. */
  receive(id: number, message: Message, isAgain = false): void {
    const { port, log } = this.#options;
    try {
      this.#application?.receive(id, message, isAgain);
    } catch (error) {
      // It would fail again after each restart: it is refused and finished.
      log.error({ err: error, inboxId: id, msgType: message.msgType }, 'the application failed');
      port.append([failureOf(message)], { inbox: [id] });
    }
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

  /** Returns the messages that an application that was opened just now has to be given. */
  async #open(logon: Message): Promise<ReturnType<Store['inbox']>> {
    const { port, definition, context } = this.#options;
    const key = keyOf(logon, context.settings.logonBy);
    if (key === undefined) throw new Error('the Logon has no key');
    if (key.clientID !== definition.clientID) throw new Error('the key is not the one of this session');
    const hash = createHash('sha256').update(key.developerAPIKey).digest();
    if (this.#keyHash !== undefined && timingSafeEqual(this.#keyHash, hash)) return [];
    if (this.#isOpening) throw new Error('an earlier Logon is still being checked');
    this.#isOpening = true;
    try {
      const application = await context.open(port, key);
      // The key was changed: the application of the earlier one ends.
      await this.close();
      this.#application = application;
      this.#keyHash = hash;
      return context.store.inbox(port.name);
    } finally {
      this.#isOpening = false;
    }
  }
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
