import type { FastifyBaseLogger } from 'fastify';
import type { Exchange } from '../exchange/interface.ts';
import type { Authenticator } from '../http/client.ts';
import type { Channels } from './channels.ts';
import type { Counters } from './counters.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Roster } from './roster.ts';
import type { StreamSettings } from './settings.ts';
import type { Timers } from './timers.ts';

export type StreamLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** What every connection of a stream shares. */
export interface StreamContext {
  readonly exchange: Exchange;
  readonly authenticator: Authenticator;
  readonly settings: StreamSettings;
  readonly timers: Timers;
  readonly channels: Channels;
  readonly counters: Counters;
  readonly heartbeat: Heartbeat;
  readonly roster: Roster;
  readonly log: StreamLog;
}
