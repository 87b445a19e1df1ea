/** Securities and the states of their markets. */

import type { WeekSchedule } from '../../calendar/schedule.ts';
import type { Microseconds } from '../../time/units.ts';
import type { ReferenceVersion } from './security-reference.ts';
import type { IssuerId, SecurityId } from './units.ts';

/** awaiting: the offering is Pending, orders wait; trading: Approved and ACTIVE; ended: denied, closed, deleted ... */
export type SecurityStatus = 'awaiting' | 'trading' | 'ended';

export type MarketState = 'open' | 'closed' | 'halted';

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
}

/** The next change of a market by its schedule and its trading windows (V26, F5). */
export interface MarketChange {
  readonly time: Microseconds;
  readonly market: 'open' | 'closed';
}
