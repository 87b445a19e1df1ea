/** Limits, positions and kill switches as values (V49 to V54). */
import type { Microseconds } from '../../time/units.ts';
import type { LimitName, LimitPolicy } from './limit-policy.ts';
import type { SecurityLimitName } from './security-reference.ts';
import type { Amount, MatchId, Millionths, SecurityId, Shares } from './units.ts';

/**
 * The scope of a kill switch: the venue, a security, a client, or an account of a client. Orders match by the fields
 * that are present.
 */
export interface SwitchScope {
  readonly clientId?: string;
  readonly accountId?: string;
  readonly securityId?: SecurityId;
}

/**
 * Who activated it, and who alone can release it: the operator, the client itself, or the venue while the client is
 * inactive.
 */
export type SwitchOwner = 'operator' | 'client' | 'access';

export interface KillSwitch extends SwitchScope {
  readonly by: SwitchOwner;
  readonly reason: string;
  /** When it was activated. */
  readonly since: number;
}

export interface Position {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly securityId: SecurityId;
  /** Shares; below 0 where more was sold than was there. */
  readonly quantity: Shares;
}

/** A position with what it cost. */
export interface PositionAtCost extends Position {
  /** The cost of its shares; of a quantity below 0 the proceeds of their sale; null: not known. */
  readonly cost: Amount | null;
  /** Whether the cost rests on entries that are kept no longer. */
  readonly isFolded: boolean;
}

/** The price and quantity of a match. */
export interface MatchTerms {
  readonly price: Millionths;
  readonly quantity: Shares;
}

/** The operator's decision on a match: a correction (V65), a bust (V45), or both. */
export interface Amendment {
  readonly matchId: MatchId;
  readonly securityId: SecurityId;
  /** Since a correction; null: as it was matched. */
  readonly adjusted: MatchTerms | null;
  /** Microseconds since 1970 UTC; null: it holds. */
  readonly bustedAt: Microseconds | null;
  /** When it was reported that it will not be settled (V43); absent: it was not. */
  readonly canceledAt?: Microseconds;
}

/** Busted, or never to be settled. */
export function isVoid(known: Amendment | undefined): boolean {
  return known !== undefined && (known.bustedAt !== null || known.canceledAt !== undefined);
}

export type LimitValue = number | bigint | string | boolean | readonly number[];

export type BreachName = LimitName | SecurityLimitName;

/** A limit that an order would exceed, or a rule of its security that it does not meet. */
export interface LimitBreach {
  readonly limit: BreachName;
  /** Whose limit it is. */
  readonly of: 'client' | 'account' | 'security';
  readonly value: LimitValue;
  /** The order's own amount. */
  readonly order: LimitValue;
  /** The amount of other orders, where they count too. */
  readonly used?: LimitValue;
}

export interface LimitVersion {
  /** Counted from 1. */
  readonly version: number;
  readonly time: Microseconds;
  readonly by: 'operator' | 'client';
  readonly policy: LimitPolicy;
}
