/** What changed the register apart from matches, each change with its number in the security (F17). */
import type { ActionId } from './corporate-actions.ts';
import type { HolderName, SharesAndRest } from './register-reads.ts';
import type { Amount, MatchId, Millionths, SecurityId, Shares, TradeId } from './units.ts';

/** setHoldings makes reports, setPosition and loadPositions positions. */
export const REGISTER_CHANGE_KINDS = [
  'issue',
  'takeBack',
  'settled',
  'canceled',
  'bust',
  'correction',
  'report',
  'position',
  'action',
  'redemption',
  'conversion',
  'tender',
] as const;
export type RegisterChangeKind = (typeof REGISTER_CHANGE_KINDS)[number];

/** A change of one holder: one of a match has one for each side. */
export interface RegisterChange extends HolderName {
  readonly securityId: SecurityId;
  readonly entry: number;
  readonly kind: RegisterChangeKind;
  readonly matchId: MatchId | null;
  readonly tradeId: TradeId | null;
  /** Of a corporate action; absent: of none. */
  readonly actionId?: ActionId;
  /** Of a corporate action: of `before`, the shares of matches whose settlement was not reported. */
  readonly pending?: Shares;
  /** The number of the entry that is changed or removed; null: none is, or it is not kept. */
  readonly changed: number | null;
  /** The shares of the entry, below 0 where they were sold; of a report, position or action all of the holder. */
  readonly before: SharesAndRest;
  readonly after: SharesAndRest;
  /** Of a match; null after it where it is void. */
  readonly priceBefore: Millionths | null;
  readonly priceAfter: Millionths | null;
  /** Of other changes: of all these shares; null: not known. */
  readonly costBefore: Amount | null;
  readonly costAfter: Amount | null;
}

/** Who made changes, and why. */
export interface ChangedBy {
  /** null: the operator, or the venue itself for the units of an investment. */
  readonly clientId: string | null;
  readonly byOperator: boolean;
  readonly reason: string | null;
  /** Of a report of holders: its id in the list of them (F11). */
  readonly reportId?: string;
}
