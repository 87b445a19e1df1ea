import { CredentialGuard } from '../../src/http/auth/credential-guard.ts';
import type { Client } from '../../src/http/methods/client.ts';
import { EVENT_SCOPES } from '../../src/http/methods/scopes.ts';
import type { StreamHistory } from '../../src/marketdata/channels/history.ts';
import { MarketDataStream } from '../../src/marketdata/market-data-stream.ts';
import type { StreamSettings } from '../../src/marketdata/requests/settings.ts';
import { cursorAt, readCursor } from '../../src/modules/ats/events/event-cursor.ts';
import { ownEventOf } from '../../src/modules/ats/events/own-events.ts';
import { systemTimers, type Timers } from '../../src/time/timers.ts';
import { StreamExchange } from './exchange.ts';
import { allSecurities } from './plan.ts';

/** The venue's stream, fed by hand. */
export function newStream(settings: Partial<StreamSettings>, timers: Timers = systemTimers) {
  const exchange = new StreamExchange(allSecurities());
  const log = { info: ignore, warn: ignore, error: (...parts: unknown[]) => console.error(...parts) };
  const guard = new CredentialGuard({ authenticator: { authenticate: clientOf } });
  const stream = new MarketDataStream({ exchange, guard, settings, history: emptyHistory(exchange), timers, log });
  return { stream, exchange };
}

/** Nothing happened before. */
function emptyHistory(exchange: StreamExchange): StreamHistory {
  return {
    cursorAt: (seq) => cursorAt(exchange, seq),
    seqOf: (cursor) => readCursor(exchange, cursor),
    trades: async () => [],
    markets: async () => [],
    eventOf: ownEventOf,
    events: async () => [],
    clientsUnder: async () => [],
    tradingDays: async () => new Map(),
  };
}

function ignore(): void {}

/** Everybody is let in: how long a look at the keys takes is not the stream's. */
function clientOf(clientId: string): Client {
  return {
    clientId,
    parentId: clientId,
    name: clientId,
    master: false,
    scopes: new Set(EVENT_SCOPES),
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
  };
}
