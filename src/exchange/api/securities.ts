/** Securities and the states of their markets. */

import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { Microseconds } from '../../time/units.ts';
import type { AuctionsView } from './auctions.ts';
import type { MarketCause } from './reasons.ts';
import type { ReferenceVersion } from './security-reference.ts';
import type { IssuerId, SecurityId } from './units.ts';

/** awaiting: the offering is Pending, orders wait; trading: Approved and ACTIVE; ended: denied, closed, deleted ... */
export type SecurityStatus = 'awaiting' | 'trading' | 'ended';

/** call: orders are called to an auction and rest until it trades (Q8). */
export const MARKET_STATES = ['open', 'closed', 'halted', 'call'] as const;

export type MarketState = (typeof MARKET_STATES)[number];

export interface SecurityView {
  readonly securityId: SecurityId;
  readonly issuerId: IssuerId;
  /** The client that owns the offering: it approves orders and changes the settings. */
  readonly ownerClientId: string;
  readonly name: string;
  readonly status: SecurityStatus;
  readonly orderApproval: boolean;
  /** Own hours, where the security has them; days that are absent follow the default schedule. */
  readonly hours: WeekSchedule | null;
  /** Closed too, whatever the schedule says, while the status is not trading. */
  readonly market: MarketState;
  /** Whether its trading windows have it closed (F5). */
  readonly outsideWindow: boolean;
  /** Why the market is halted; null while it is not. */
  readonly haltReason: string | null;
  /** The newest revision of the offering that the venue knows; 0 without one. */
  readonly revision: number;
  /** Absent while it never had any. */
  readonly reference?: ReferenceVersion;
  /** The venue halted it, and not the operator (Q12). */
  readonly haltCause?: 'volatility';
  /** Absent while it never had a plan of auctions. */
  readonly auctions?: AuctionsView;
}

/** Why a market differs from its hours; null while it does not. */
export function marketCauseOf(security: SecurityView): MarketCause | null {
  const { auctions, haltCause, haltReason, market, outsideWindow, status } = security;
  if (haltReason !== null || market === 'halted') return haltCause ?? 'halted';
  if (status !== 'trading') return status === 'ended' ? 'offering ended' : 'offering awaits approval';
  if (outsideWindow) return 'trading window';
  if (market === 'call') return 'auction';
  return market === 'closed' && auctions?.plan?.continuous === false ? 'auction plan' : null;
}

/** Live orders (Pending, Live, Partially Executed) that one client may keep; an order above a limit is refused. */
export interface OrderLimits {
  readonly ordersPerClient: number;
  /** Orders with a contingency in one security: each of them is tried again whenever its book changes (M7). */
  readonly contingentPerSecurity: number;
  /** Orders that share a token. */
  readonly ordersPerToken: number;
  /** Seconds to confirm a block (V59). While absent, no prices of the day are kept (V60). */
  readonly blockSeconds?: number;
  /** Open quotes; absent: as many as the venue takes by itself (Y4). */
  readonly quotesPerClient?: number;
}

/** The next change of a market by its schedule, its trading windows and its auctions (V26, F5, Q7). */
export interface MarketChange {
  readonly time: Microseconds;
  readonly market: 'open' | 'closed' | 'call';
}
