import type { EnterCommand } from './commands.ts';
import type { FeeScope, FeeVersion, OrderFees } from './fees.ts';
import type { LimitPolicy } from './limit-policy.ts';
import type { KillSwitch, LimitVersion, PositionAtCost } from './limits.ts';
import type { Outcome } from './outcomes.ts';
import type { Awaitable } from './reads.ts';
import type { Millionths, OrderId, SecurityId, Shares } from './units.ts';

/** The limits of a client or account, and their present use. */
export interface ClientLimits {
  /** 0: none were ever set. */
  readonly version: number;
  readonly policy: LimitPolicy;
  readonly openOrders: number;
  /** In millionths of a dollar. */
  readonly openValue: bigint;
  /** Orders of this second of the venue's clock. */
  readonly ordersThisSecond: number;
  /** The newest versions, oldest first. */
  readonly versions: readonly LimitVersion[];
  /** Of a client: its accounts with separate limits. */
  readonly accounts: readonly string[];
}

/** A position, and the price of the last match of its security; null: none yet. */
export interface PositionView extends PositionAtCost {
  /** Of its shares, those of matches that are settled or were before it was kept which are. */
  readonly settled: Shares;
  readonly lastPrice: Millionths | null;
}

/** Which positions of a client; an absent field selects all. */
export interface PositionPage {
  /** null: of the client itself. */
  readonly accountId?: string | null;
  readonly securityId?: SecurityId;
  /** How many of the selected positions to skip. */
  readonly offset?: number;
  readonly limit?: number;
}

/** Reads of limits: durable state only. */
export interface RiskReads {
  limitsOf(clientId: string, accountId: string | null): Awaitable<ClientLimits>;
  /** Of one client, by security, then by account. */
  positionsOf(clientId: string, page?: PositionPage): Awaitable<readonly PositionView[]>;
  /** null: absent. */
  referencePrice(securityId: SecurityId): Awaitable<{ readonly price: Millionths; readonly isSet: boolean } | null>;
  /** @param clientId of those that stop its orders; absent: of all */
  killSwitches(clientId?: string): Awaitable<readonly KillSwitch[]>;
  /** The outcome that the command would have now, without matching; nothing is changed. */
  wouldEnter(command: EnterCommand): Awaitable<Outcome>;
}

/** Reads of fees: durable state only. */
export interface FeeReads {
  /** Whether a schedule was ever set: otherwise no order pays. */
  hasSchedules(): Awaitable<boolean>;
  versionsOf(scope: FeeScope): Awaitable<readonly FeeVersion[]>;
  /** The fees with which an order would begin now; undefined: no schedule names it. */
  firstOf(order: { readonly clientId: string; readonly securityId: SecurityId }): Awaitable<OrderFees | undefined>;
  /** Of an order with an amended match; of others the order itself has them. */
  amendedOf(orderId: OrderId): Awaitable<OrderFees | undefined>;
}
