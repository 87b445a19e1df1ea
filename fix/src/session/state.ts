import type { Message } from '../codec/index.ts';
import type { CompIds, Numbered } from './wire.ts';

/**
 * off: nobody is logged on. active: logged on. closing: a Logout was sent, its answer is awaited. Only in phase active
 * is anything numbered and written; messages of the application are numbered and stored in the others.
 */
type Phase = 'off' | 'active' | 'closing';

/** Times are milliseconds of the monotonic clock. */
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
  /** When the connection is cut in phase closing. */
  readonly endAt: number | undefined;
  /** The unanswered resend request: up to which number messages are known to be missing, and when it was sent. */
  readonly resend: { readonly upTo: number; readonly askedAt: number } | undefined;
}

export interface SessionSettings extends CompIds {
  /** How far SendingTime may be from the gateway's clock. */
  readonly sendingTimeToleranceMs: number;
  /** How long a Logout may take to be answered. */
  readonly logoutMs: number;
  /** The largest HeartBtInt, seconds. */
  readonly maxHeartbeatSeconds: number;
}

export const SESSION_SETTINGS: Omit<SessionSettings, keyof CompIds> = {
  sendingTimeToleranceMs: 120_000,
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

/** The clock of the day for SendingTime, and the monotonic one for all that is waited for. */
export interface Clocks {
  readonly now: number;
  readonly at: number;
}

export type Input = Clocks &
  /** A Logon whose key is right: nothing of a connection before it reaches the session. */
  (
    | { readonly type: 'logon'; readonly message: Message }
    | { readonly type: 'message'; readonly message: Message }
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
  | { readonly type: 'loggedOn' }
  /** Write the message, and store it where it is to be sent again on request. */
  | { readonly type: 'send'; readonly message: Numbered; readonly isStored: boolean }
  /** Store the message and do not write it: nobody is logged on who may get it. */
  | { readonly type: 'store'; readonly message: Numbered }
  /** Send the stored messages of these numbers again. */
  | { readonly type: 'resend'; readonly from: number; readonly to: number }
  /** All stored messages have lost their numbers. */
  | { readonly type: 'reset' }
  | { readonly type: 'deliver'; readonly message: Message }
  /** After everything before it is sent. logout: who began it, where both sides have sent one. */
  | { readonly type: 'disconnect'; readonly text: string; readonly logout?: 'own' | 'peer' | undefined }
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly text: string; readonly seq?: number };

export function initialState(numbers: Pick<SessionState, 'nextIn' | 'nextOut'>): SessionState {
  return {
    nextIn: numbers.nextIn,
    nextOut: numbers.nextOut,
    phase: 'off',
    heartbeatMs: 0,
    lastIn: 0,
    lastOut: 0,
    testRequestAt: undefined,
    endAt: undefined,
    resend: undefined,
  };
}
