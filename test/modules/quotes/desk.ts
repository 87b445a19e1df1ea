/** The API of the venue with a real exchange and a real database: C1 asks, C2 and C3 quote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_SCHEDULE } from '../../../src/calendar/trading-calendar.ts';
import type { Command, SecurityCommand } from '../../../src/exchange/api/commands.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/events.ts';
import type { Outcome } from '../../../src/exchange/api/outcomes.ts';
import type { MatchId, OrderId } from '../../../src/exchange/api/units.ts';
import type { LiveExchange } from '../../../src/exchange/live-exchange.ts';
import type { Method } from '../../../src/http/methods/method.ts';
import { atsModule } from '../../../src/modules/ats/index.ts';
import { EventWaits } from '../../../src/modules/ats/shared/event-waits.ts';
import { type QuoteDeps, quotesModule, quotesOnOrders } from '../../../src/modules/quotes/index.ts';
import { settlementsOf } from '../../../src/modules/settlement/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { JournaledNotices, type VenueNotices } from '../../../src/modules/shared/venue-notices.ts';
import { webhooksOf } from '../../../src/webhooks/events/index.ts';
import type { TestDatabases } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { MapHistory, TwoIssuers } from '../ats/fakes.ts';
import { ACCOUNT, ISSUER, MONDAY_10_00, ORDER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { StoredHistory } from '../ats/stored-history.ts';
import { openExchange } from '../ats/venue.ts';
import { type Api, type ApiOptions, fieldsOf, startApi } from '../shared/api.ts';

type Body = Record<string, unknown>;
export type DeskDeps = QuoteDeps & ModuleDeps & { readonly exchange: LiveExchange; readonly notices: VenueNotices };

export interface Desk extends Api {
  readonly exchange: LiveExchange;
  /** Of the exchange. */
  readonly folder: string;
  readonly records: StoredHistory;
  readonly time: ManualTime;
  readonly events: ExchangeEvent[];
  readonly deps: DeskDeps;
  /** Advances the clock of the methods, which is not that of the venue, by microseconds. */
  pass(us: number): void;
  /** Called before the exchange: tests make it fail here. */
  submit: (command: Command) => Promise<Outcome>;
  /** A call that must succeed. */
  ask(as: string, method: string, body: Body): Promise<Body>;
  /** Places an order; its id. */
  order(as: string, changes?: Body): Promise<string>;
  /** An open quote on the order; its id. */
  quote(orderid: string, changes?: Body, as?: string): Promise<string>;
  /** What became of the quote, as its client sees it. */
  statusOf(quoteId: string): Promise<string>;
  /** The history takes over what happened so far, and the exchange forgets it. */
  project(): void;
}

export const QUOTE = { memberid: '5002', price: '10.5', quantity: '40' };

const LISTED: SecurityCommand = {
  type: 'security',
  securityId: SECURITY,
  issuerId: ISSUER,
  ownerClientId: OWNER,
  name: 'Example Shares',
  status: 'trading',
};

export async function startDesk(
  open: TestDatabases,
  further: (deps: DeskDeps, records: StoredHistory) => Method[] = () => [],
  keys: ApiOptions['keys'] = {},
): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'openats-desk-'));
  const time = new ManualTime(MONDAY_10_00);
  const exchange = openExchange(folder, time);
  const events: ExchangeEvent[] = [];
  exchange.subscribe((event) => events.push(event));
  const records = await StoredHistory.of(exchange);
  exchange.start();
  await exchange.submit(LISTED);
  const history = new MapHistory();
  history.changes = records.store;
  const accounts = {
    isActive: (clientId: string, accountId: string) => clientId === 'C2' && accountId === ACCOUNT,
  };
  const named = { ...accounts, names: async () => new Map<string, string>(), checks: async () => new Map() };
  const desk = { submit: (command: Command) => exchange.submit(command) };
  const asked = new Proxy(exchange, {
    get: (target, name) => {
      if (name === 'submit') return (command: Command) => desk.submit(command);
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let deps: DeskDeps | undefined;
  const noticesOf = (db: ModuleDeps['db']) =>
    new JournaledNotices({
      db,
      historyDb: records.db,
      submit: (command) => desk.submit(command),
      after: (delayMs, callback) => time.after(delayMs, callback),
      log: { error: () => {} },
    });
  const servicesOf = (given: ModuleDeps): DeskDeps => {
    deps ??= { ...given, exchange: asked, history, records, accounts, notices: noticesOf(given.db) };
    return deps;
  };
  const reference = Object.assign(new TwoIssuers(), { clientIds: async () => ['C1', 'C2', 'C3'] });
  const calendar = {
    ordersPerTokenMax: 600,
    mic: null,
    defaultSchedule: DEFAULT_SCHEDULE,
    calendarOfYear: (year: number) => exchange.calendar.yearOf(year),
  };
  const eventWaits = new EventWaits({ feed: exchange, after: (delayMs, callback) => time.after(delayMs, callback) });
  const venueParts = { exchange: asked, accounts: named, records, eventWaits, reference, ...calendar };
  const aftermathOf = ({ db }: ModuleDeps) => ({
    settlements: (matchIds: readonly MatchId[]) => settlementsOf({ db, exchange }, matchIds),
    quotes: (orderIds: readonly OrderId[]) => quotesOnOrders({ db, records }, orderIds),
  });
  const api = await startApi(
    await open(),
    [
      (given) => atsModule({ ...servicesOf(given), ...venueParts, aftermath: aftermathOf(given) }),
      (given) => quotesModule(servicesOf(given)),
      (given) => further(servicesOf(given), records),
    ],
    { keys: { C3: { clientId: 'C3' }, [OWNER]: { clientId: OWNER }, ...keys } },
  );
  exchange.subscribe((event) => {
    for (const { clientId, method, fields } of webhooksOf(event, () => undefined)) {
      if (event.type !== 'notice' || !['quote', 'rfq'].includes(event.notice.kind)) continue;
      const { eventSeq: _, eventTime: __, ...shown } = fields();
      api.fired.push({ clientId, method, fields: shown });
    }
  });
  api.nowUs = time.nowUs();
  onTestFinished(async () => {
    await exchange.stop();
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (as: string, method: string, body: Body) => fieldsOf(await api.call('POST', method, body, { as }));
  const order = async (as: string, changes: Body = {}) => {
    const { orderDetails } = await ask(as, 'createOrder', { ...ORDER, type: 'RFQ', price: 0, ...changes });
    return (orderDetails as { orderId: string }).orderId;
  };
  const quote = async (orderid: string, changes: Body = {}, as = 'C2') => {
    const { quoteDetails } = await ask(as, 'createQuote', { ...QUOTE, orderid, ...changes });
    return (quoteDetails as { quoteId: string }).quoteId;
  };
  const statusOf = async (quoteId: string) => {
    const open = exchange.quotes.open(Number(quoteId));
    if (open !== undefined) return open.status;
    await records.reached();
    const rows = records.db.selectFrom('venue_quotes').select('status').where('quote_id', '=', Number(quoteId));
    return (await rows.executeTakeFirstOrThrow()).status;
  };
  let projected = 0;
  const project = () => {
    for (const event of events.slice(projected)) {
      if (event.type === 'order') history.orders.set(event.order.orderId, event.order);
      if (event.type === 'match') history.matches.set(event.match.matchId, event.match);
      exchange.projected(event.seq);
    }
    projected = events.length;
  };
  const parts = {
    exchange,
    folder,
    records,
    time,
    events,
    deps: deps!,
    pass: (us: number) => {
      api.nowUs += us;
    },
    ask,
    order,
    quote,
    statusOf,
    project,
  };
  return Object.assign(desk, api, parts);
}

/** As the next start does: journals what an earlier run left. */
export async function startNotices({ deps, records }: Desk, submit: Desk['submit']): Promise<void> {
  const { db } = deps;
  const parts = { db, historyDb: records.db, submit, after: () => () => {}, log: { error: () => {} } };
  await new JournaledNotices(parts).publish();
}
