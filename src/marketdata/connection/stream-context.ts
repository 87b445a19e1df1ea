import { randomUUID } from 'node:crypto';
import type { Orders } from '../../exchange/api/index.ts';
import type { CredentialGuard, RefusalLog } from '../../http/auth/index.ts';
import type { Client } from '../../http/methods/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { AccountLookup, Channels, Pace, StreamLog, Venue } from '../channels/index.ts';
import type { StreamSettings } from '../requests/index.ts';
import type { Counters, Heartbeat } from '../wire/index.ts';
import type { Calls } from './calls.ts';
import type { Roster } from './roster.ts';

/** The parts that all connections of a stream share. */
/** The sessions of this process that keep watch over orders (V57). */
export interface Sessions {
  /** A name for another one, which none had before. */
  readonly name: () => string;
  /** Calls back when the node that leads the venue may have taken the sessions of this process for lost. */
  readonly onLeader: (listener: () => void) => () => void;
}

/** Of a process that is alone. */
export const SESSIONS_ALONE: Sessions = { name: randomUUID, onLeader: () => () => {} };

/** A fault of a connection. */
type StreamFault =
  /** It is closed as when the venue changes its node; the reason is that of the close. */
  | { readonly type: 'leave'; readonly reason: string }
  /** It is cut once it was sent as many bytes more, which may be inside a message. */
  | { readonly type: 'cut'; readonly bytes: number; readonly isCut: () => void };

/** Faults of streams that a client of the sandbox asked for (Z10). */
export interface StreamFaults {
  /** False while no client has a fault: nothing else is asked then. */
  readonly isSet: boolean;
  /** The fault of a connection that is open now, which counts as one of its times; undefined: it has none. */
  ofConnection(client: Client): StreamFault | undefined;
  /** The same of a subscribe with a cursor, which is answered as too old: the detail of that. */
  ofCursor(client: Client): string | undefined;
  /** Calls back when a client has one more fault; the returned function ends that. */
  onSet(listener: (clientId: string) => void): () => void;
}

export interface StreamContext {
  readonly exchange: Venue & Pick<Orders, 'submit'>;
  readonly hasAccount: AccountLookup;
  readonly guard: CredentialGuard;
  readonly settings: StreamSettings;
  readonly timers: Timers;
  readonly channels: Channels;
  /** Of the characters that are read in a turn of the event loop, from all connections. */
  readonly readingPace: Pace;
  /** Null: no method can be called. */
  readonly calls: Calls | null;
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly heartbeat: Heartbeat;
  /** Of the sandbox; undefined: no client may ask for any. */
  readonly faults: StreamFaults | undefined;
  readonly roster: Roster;
  /** Whether anything may be sent now: false once another node may lead the venue (docs/operate/cluster.md, J5). */
  readonly maySend: () => boolean;
  readonly log: StreamLog;
  /** Log entries of connections without credentials or rights. */
  readonly refusals: Pick<RefusalLog, 'note'>;
}
