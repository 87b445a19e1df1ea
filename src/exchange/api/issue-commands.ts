/** Units of offerings whose trades are settled (F12). */
import type { Amount, SecurityId, TradeId } from './units.ts';

/** What both commands say. A command of a trade that is not newer than the last one of it changes nothing. */
interface UnitsOfTrade {
  readonly tradeId: TradeId;
  /** Rises with each command of the trade. */
  readonly revision: number;
  readonly securityId: SecurityId;
  readonly clientId: string;
  readonly accountId: string;
  /** Millionths of a unit. */
  readonly units: Amount;
}

/** The account of the trade has its units from now on. Never refused. */
export interface IssueCommand extends UnitsOfTrade {
  readonly type: 'issue';
  /** What they cost together, in millionths of a dollar. */
  readonly cost: Amount;
  /** When the trade was settled: YYYY-MM-DD, US Eastern. */
  readonly date: string;
}

/** The account gives them back. Refused unless it has them, and they are free of its live orders to sell. */
export interface TakeBackCommand extends UnitsOfTrade {
  readonly type: 'takeBack';
}

export type UnitsCommand = IssueCommand | TakeBackCommand;

/** What the venue knows of the units of a trade. */
export interface IssuedUnits {
  readonly tradeId: TradeId;
  /** The newest that came. */
  readonly revision: number;
  /** Whether that was refused. */
  readonly isRefused: boolean;
  /** What the account has of it, millionths of a unit. */
  readonly units: bigint;
}
