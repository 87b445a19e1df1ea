/** What becomes an entry of a holder, or changes one. */
import type { ActionId, Amount, MatchId, Millionths, SecurityId, Shares } from '../../api/index.ts';
import type { Lot } from './lots.ts';
import type { Units } from './units.ts';

/** What another security was converted into (R13). */
export interface Converted {
  /** Of that security. */
  readonly actionId: ActionId;
  readonly securityId: SecurityId;
  readonly lots: readonly Lot[];
  /** Whether entries that are kept no longer are part of its cost. */
  readonly isFolded?: true;
}

/** Units that a holder gets of a raise or by a conversion, and where among its entries they come. */
export interface Issue extends Units {
  /** null: not known, which that of a raise never is. */
  readonly cost: Amount | null;
  /** Absent: of a raise. */
  readonly converted?: Converted | undefined;
  /** Between the match before and the match after. */
  readonly place: number;
  readonly day: number;
  readonly entry: number;
}

/** What the list of entries does not have of an issue. */
export interface IssueParts {
  /** Millionths of a share. */
  readonly rest: number;
  readonly cost: Amount | null;
  readonly converted?: Converted | undefined;
}

export interface Trade {
  readonly matchId: MatchId;
  readonly price: Millionths;
  /** Eastern, as a day number. */
  readonly day: number;
  /** Whether its settlement is still to be reported. */
  readonly isPending: boolean;
  /** It is no match: the issuer buys in a tender, and its place is that of one. */
  readonly isTender?: true;
  /** 0: not numbered. */
  readonly entry: number;
}

/** A side of a match before and after a correction: shares below 0 were sold. */
export interface AmendedSide {
  readonly matchId: MatchId;
  readonly before: Shares;
  readonly shares: Shares;
  readonly price: Millionths;
  /** Whether the match is settled, if its entry is not kept any more. */
  readonly isSettled: boolean;
}

/** As the list of a holder has it. */
export type StoredEntry = readonly [
  place: number,
  quantity: Shares,
  price: Millionths,
  day: number,
  state: number,
  entry: number,
];

/** An entry as a holder keeps it: of a match, or of an issue, which has a cost. */
export interface KeptEntry extends Units {
  /** Its match; of an issue or a tender a place between two matches. */
  readonly place: number;
  readonly price: Millionths;
  /** null: of a match, or not known. */
  readonly cost: Amount | null;
  readonly isIssue: boolean;
  readonly isTender: boolean;
  readonly converted?: Converted | undefined;
  readonly day: number;
  /** 0: not numbered. */
  readonly entry: number;
  readonly isPending: boolean;
}
