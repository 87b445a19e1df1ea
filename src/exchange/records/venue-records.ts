import type { CalendarDay } from '../../calendar/schedule.ts';
import type { OrderLimits } from '../api/index.ts';
import { Auctions } from './auctions.ts';
import { Blocks } from './blocks.ts';
import { CancelTimers } from './cancel-timers.ts';
import { CorporateActions } from './corporate-actions.ts';
import { DirectedOrders } from './directed-orders.ts';
import { FeeBook } from './fee-book.ts';
import { IdempotencyTable } from './idempotency-table.ts';
import { RiskGate } from './limits/risk-gate.ts';
import { LiveOrders } from './live-orders.ts';
import { MassCancels } from './mass-cancels.ts';
import { PendingEffects } from './pending-effects.ts';
import { QuoteProtections } from './quote-protections.ts';
import { Quotes } from './quotes.ts';
import { Register } from './register/index.ts';
import { Securities } from './securities.ts';
import { Owners, SelfTradeSettings } from './self-trade-settings.ts';
import { Tenders } from './tenders.ts';
import { TopHistory } from './top-history.ts';
import { Transfers } from './transfers.ts';
import type { VenueCounters } from './venue-counters.ts';
import { WatchedSessions } from './watched-sessions.ts';

/** The state of the venue apart from its books: the desks work on it, a snapshot keeps it. Empty at first. */
export class VenueRecords {
  readonly shard: number;
  readonly counters: VenueCounters = {
    orders: 0,
    matches: 0,
    eventSeq: 0,
    time: 0,
    defaultInSession: false,
    databaseId: '',
    ids: {},
  };
  readonly securities = new Securities();
  readonly orders = new LiveOrders();
  /** Null until the first command that sets them: then nothing is limited. */
  limits: OrderLimits | null = null;
  /** The operator's dates. */
  readonly calendar = new Map<string, CalendarDay>();
  readonly idempotency = new IdempotencyTable(this.counters);
  readonly tops = new TopHistory();
  readonly selfTrade = new SelfTradeSettings();
  readonly cancelTimers = new CancelTimers();
  readonly watched = new WatchedSessions();
  /** Who has which shares. Gets these records for their counters and the shard, which is set only after the fields. */
  readonly register = new Register(this);
  readonly risk = new RiskGate(this.counters, this.securities, this.register);
  readonly transfers = new Transfers(this.register);
  readonly blocks = new Blocks();
  readonly quotes = new Quotes();
  /** Not part of the state: it follows from the orders. */
  readonly directed = new DirectedOrders();
  readonly protections = new QuoteProtections();
  readonly auctions = new Auctions();
  readonly fees = new FeeBook();
  readonly actions = new CorporateActions();
  readonly tenders = new Tenders();
  readonly massCancels = new MassCancels();
  /** Effects of commands that did not fit into their slice (M17). */
  readonly pending = new PendingEffects();
  /** Not part of the state: numbers for the books. */
  readonly owners = new Owners();

  constructor(shard: number) {
    this.shard = shard;
  }
}
