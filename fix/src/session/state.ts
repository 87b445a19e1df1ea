import type { Message } from '../codec/index.ts';
import type { CompIds, Numbered } from './wire.ts';

/**
 * off: no connection. logon: connected, before the Logon. authenticating: the key of the Logon is checked. active:
 * logged on. closing: a Logout was sent, its answer is awaited.
 */
type Phase = 'off' | 'logon' | 'authenticating' | 'active' | 'closing';

/** Times are milliseconds. */
export interface SessionState {
  readonly phase: Phase;
  /** The next MsgSeqNum that the peer is to send. */
  readonly nextIn: number;
  /** The next MsgSeqNum that the gateway sends. */
  readonly nextOut: number;
  readonly heartbeatMs: number;
  readonly lastIn: number;
  readonly lastOut: number;
  /** When the unanswered TestRequest was sent. */
  readonly testRequestAt: number | undefined;
  /** When the connection is cut, in phases that may not last. */
  readonly endAt: number | undefined;
  /** The unanswered resend request: up to which number messages are known to be missing, and when it was sent. */
  readonly resend: { readonly upTo: number; readonly askedAt: number } | undefined;
  /** The Logon whose key is checked. */
  readonly logon: Message | undefined;
}

export interface SessionSettings extends CompIds {
  /** How far SendingTime may be from the gateway's clock. */
  readonly sendingTimeToleranceMs: number;
  /** How long a connection may take to log on, and a Logout to be answered. */
  readonly logonMs: number;
  readonly logoutMs: number;
  /** The largest HeartBtInt, seconds. */
  readonly maxHeartbeatSeconds: number;
}

export const SESSION_SETTINGS: Omit<SessionSettings, keyof CompIds> = {
  sendingTimeToleranceMs: 120_000,
  logonMs: 10_000,
  logoutMs: 10_000,
  maxHeartbeatSeconds: 3600,
};

export interface ApplicationMessage {
  readonly msgType: string;
  /** As encodeFields returns it. */
  readonly body: string;
  /** Not stored, and dropped without a connection. */
  readonly isTransient?: boolean | undefined;
}

export type Input = { readonly now: number } & (
  | { readonly type: 'connected' }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'authenticated' }
  /** The key of the Logon is wrong, or cannot be checked. */
  | { readonly type: 'refused'; readonly text: string }
  /** Messages of the application. */
  | { readonly type: 'application'; readonly messages: readonly ApplicationMessage[] }
  | { readonly type: 'time' }
  /** The gateway ends the session. */
  | { readonly type: 'logout'; readonly text: string }
  | { readonly type: 'disconnected' }
  /** The operator, or the end of the day, sets the numbers; only in phase off. */
  | { readonly type: 'setNumbers'; readonly nextIn: number; readonly nextOut: number }
);

export type Output =
  | { readonly type: 'authenticate'; readonly message: Message }
  | { readonly type: 'loggedOn' }
  | { readonly type: 'send'; readonly message: Numbered; readonly isStored: boolean }
  /** Send the stored messages of these numbers again. */
  | { readonly type: 'resend'; readonly from: number; readonly to: number }
  /** All stored messages have lost their numbers. */
  | { readonly type: 'reset' }
  | { readonly type: 'deliver'; readonly message: Message }
  /** After everything before it is sent. */
  | { readonly type: 'disconnect'; readonly text: string }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly text: string; readonly seq?: number };

export function initialState(numbers: Pick<SessionState, 'nextIn' | 'nextOut'>): SessionState {
  return {
    ...numbers,
    phase: 'off',
    heartbeatMs: 0,
    lastIn: 0,
    lastOut: 0,
    testRequestAt: undefined,
    endAt: undefined,
    resend: undefined,
    logon: undefined,
  };
}
