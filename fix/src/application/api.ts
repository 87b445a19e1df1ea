import type { Field, Message } from '../codec/index.ts';

/** A message of the application layer to send: its body alone, header and trailer are added by the session. */
export interface OutgoingMessage {
  readonly msgType: string;
  readonly body: readonly Field[];
  /** Market data: it is not stored, a resend skips it, and without a connection it is dropped. */
  readonly isTransient?: boolean;
}

/** What an append finishes together with its messages. */
export interface Finished {
  /** The cursor of the feed after these messages. */
  readonly cursor?: string;
  /** Inbox entries whose outcome these messages are. */
  readonly inbox?: readonly number[];
  /** An inbox entry that these messages answer in part. */
  readonly answers?: number;
  /** Routes, to keep; with undefined, to forget. */
  readonly routes?: readonly RouteChange[];
}

/** Of an order or a quote whose reports go to a firm that the peer acts for. */
export interface KeptRoute {
  /** What they have in the header, as encodeFields returns it. */
  readonly route: string;
  /** The order or quote has ended; its matches may still be busted or corrected. */
  readonly isEnded: boolean;
}

export type RouteChange = readonly [key: string, route: KeptRoute | undefined];

/** Settings of one session that only the application uses. */
export interface SessionOptions {
  /** Gets the ExecutionReports of all clients that its key may follow (S32), and may send no orders. */
  readonly dropCopy: boolean;
  /**
   * Cancels the orders of this account, or all of the client, when the peer is disconnected for so long, or the gateway
   * itself is lost (V57); undefined: never.
   */
  readonly cancelOnDisconnect: { readonly accountId?: string | undefined; readonly seconds: number } | undefined;
  /** A TradeCaptureReport for each own side of a match, and for its bust or correction. */
  readonly tradeReports?: boolean | undefined;
  /** Leaves the custom fields of the dictionary out of what is sent, for engines that refuse them. */
  readonly withoutCustomFields?: boolean | undefined;
  /** The member of orders that name no executing firm; the client id when absent. */
  readonly memberId?: string | undefined;
}

/** What the session side offers to the application of one logged-on session. */
export interface SessionPort {
  /** SenderCompID/TargetCompID pair of the session, as it is logged. */
  readonly name: string;
  /** Appends messages to the durable outgoing sequence, moves the cursor, finishes inbox entries: one transaction. */
  append(messages: readonly OutgoingMessage[], done?: Finished): void;
  /** Logs the peer out with this text, for example when the key is refused; the application is closed. */
  logout(text: string): void;
  /** As the settings of the gateway have them for this session. */
  readonly options: SessionOptions;
  /** Where the feed of this session resumes; undefined before the first append with a cursor. */
  readonly cursor: string | undefined;
  /** As durable as the cursor; in the order in which they were stored. */
  readonly routes: ReadonlyMap<string, KeptRoute>;
  /** Bytes that the peer has not read yet: market data waits while they are many. */
  readonly unsentBytes: number;
}

/**
 * What the application offers: one object a session, made from the key of the logon. It lives on while the peer is
 * disconnected: reports are appended then, and the peer gets them by resend.
 */
export interface SessionApplication {
  /**
   * A message of the application layer, stored in the inbox under this number before it is given. Called again after a
   * restart for each unfinished one, in their order and before the turn in which the application was opened ends.
   * @param isAgain an earlier application was given the message, and may have sent it to the venue
   */
  receive(inboxId: number, message: Message, isAgain?: boolean): void;
  /** The answer to a message that is not taken, because too many are unfinished. */
  refusal(inboxId: number, message: Message, text: string): OutgoingMessage;
  connected(): void;
  disconnected(): void;
  close(): Promise<void>;
}

/** The key of a logon: one FIX session is one API key. */
export interface SessionKey {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** Rejects with an ApiRefusal or a StreamRefusal when the venue refuses the key. */
export type OpenApplication = (port: SessionPort, key: SessionKey) => Promise<SessionApplication>;
