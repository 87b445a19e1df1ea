import type { CalendarDay } from '../../calendar/schedule.ts';
import type { OrderLimits } from '../api/index.ts';
import type { Blocks } from './blocks.ts';
import type { CancelTimers } from './cancel-timers.ts';
import type { IdempotencyTable } from './idempotency-table.ts';
import type { RiskGate } from './limits/risk-gate.ts';
import type { LiveOrders } from './live-orders.ts';
import type { MassCancels } from './mass-cancels.ts';
import type { PendingEffects } from './pending-effects.ts';
import type { Securities } from './securities.ts';
import type { Owners, SelfTradeSettings } from './self-trade-settings.ts';
import type { TopHistory } from './top-history.ts';
import type { Transfers } from './transfers.ts';
import type { VenueCounters } from './venue-counters.ts';
import type { WatchedSessions } from './watched-sessions.ts';

/** The state of the venue apart from its books: the desks work on it, a snapshot keeps it. */
export interface VenueRecords {
  readonly shard: number;
  readonly counters: VenueCounters;
  readonly securities: Securities;
  readonly orders: LiveOrders;
  /** Null until the first command that sets them: then nothing is limited. */
  limits: OrderLimits | null;
  /** The operator's dates. */
  readonly calendar: Map<string, CalendarDay>;
  readonly idempotency: IdempotencyTable;
  readonly tops: TopHistory;
  readonly selfTrade: SelfTradeSettings;
  readonly cancelTimers: CancelTimers;
  readonly watched: WatchedSessions;
  readonly risk: RiskGate;
  readonly transfers: Transfers;
  readonly blocks: Blocks;
  readonly massCancels: MassCancels;
  /** Effects of commands that did not fit into their slice (M17). */
  readonly pending: PendingEffects;
  /** Not part of the state: numbers for the books. */
  readonly owners: Owners;
}
