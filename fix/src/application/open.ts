/** Opens the application of a session with the key of its logon. */
import { OpenAts, type Platform, systemTimers } from '../client.ts';
import type { OpenApplication } from './api.ts';
import type { Context, Log } from './context.ts';
import { Securities } from './securities.ts';
import { VenueSession } from './session.ts';
import { SettlementDays } from './settlement-days.ts';

export interface ApplicationDeps {
  /** Where the venue is. */
  readonly baseUrls: string | readonly string[];
  readonly log: Log;
  /** Business days from a trade to its settlement; undefined: reports have no SettlDate. */
  readonly settlementDays?: number | undefined;
  /** For tests. */
  readonly platform?: Partial<Platform>;
}

/** Orders wait while the venue restarts: a gateway tries again sooner than one of thousands of browsers. */
const BACKOFF = { capMs: 2000 };

/**
 * Until the first order can be placed: the securities are read, which shows that the key is good, and the session has a
 * place among the events of the venue.
 */
export function openingApplications({
  baseUrls,
  log,
  settlementDays,
  platform = {},
}: ApplicationDeps): OpenApplication {
  return async (port, key) => {
    const timers = platform.timers ?? systemTimers;
    const ats = new OpenAts({ baseUrls, ...key }, platform);
    let isClosed = false;
    const isOver = () => isClosed;
    const nowMs = () => timers.now();
    const settlement = new SettlementDays({ ats, days: settlementDays, nowMs, isClosed: isOver });
    const securities = new Securities(ats, nowMs, settlement);
    await securities.read();
    // A session begins at the events after its first logon.
    if (port.cursor === undefined) {
      const { cursor } = await ats.methods.getEvents({ after: 'latest', limit: 1 });
      port.append([], { cursor });
    }
    const stream = ats.stream({ backoff: BACKOFF });
    const memberId = port.options.memberId ?? key.clientID;
    const context: Context = { port, ats, stream, securities, memberId, timers, log, isClosed: isOver };
    return new VenueSession(context, () => {
      isClosed = true;
      stream.close();
    });
  };
}
