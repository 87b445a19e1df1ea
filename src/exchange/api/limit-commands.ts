/** The operator's and the clients' limits: in the journal, like the orders that they limit. */

import type { AmendedFee } from './fees.ts';
import type { LimitPolicy } from './limit-policy.ts';
import type { MatchTerms, Position, SwitchOwner, SwitchScope } from './limits.ts';
import type { EventSeq, MatchId, Millionths, SecurityId } from './units.ts';

/** From now on the client, or one of its accounts, has these limits (V53). */
export interface SetLimitsCommand {
  readonly type: 'setLimits';
  readonly clientId: string;
  /** null: of the client. */
  readonly accountId: string | null;
  readonly policy: LimitPolicy;
  /** Tightened by the client: fields that are absent keep their value, and none may become looser. */
  readonly tightens: boolean;
  /** The version that these limits replace; null: whichever there is. */
  readonly expected: number | null;
}

/** The price around which the bands of a security lie; null: that of the last match again. */
export interface ReferencePriceCommand {
  readonly type: 'referencePrice';
  readonly securityId: SecurityId;
  readonly price: Millionths | null;
}

/** The positions of accounts from now on. */
export interface SetPositionsCommand {
  readonly type: 'setPositions';
  readonly positions: readonly SetPosition[];
}

export interface SetPosition extends Position {
  /** Of a share; absent: that of the position so far, where it is known. */
  readonly averageCost?: number;
}

interface AmendCommand {
  readonly matchId: MatchId;
  readonly reason: string;
  /** As it was matched: what holds unless the venue knows a correction. */
  readonly matched: MatchTerms;
  readonly buyer: Omit<Position, 'quantity'>;
  readonly seller: Omit<Position, 'quantity'>;
  /** Whether the match was settled before. */
  readonly settled?: boolean;
  /** Its sides that had a fee. Since FEES_SINCE. */
  readonly fees?: readonly AmendedFee[];
  /** The event up to which the history had these fees when they were read; absent: it is not known. */
  readonly feesUpTo?: EventSeq;
}

/** The operator declares a match void: its shares go back (V45). */
export interface BustCommand extends AmendCommand {
  readonly type: 'bust';
}

/** The operator corrects what a match was for (V65). */
export interface AdjustCommand extends AmendCommand, MatchTerms {
  readonly type: 'adjust';
}

/** Cancels the live orders of the scope and takes no new ones (V54). */
export interface ThrowSwitchCommand {
  readonly type: 'throwSwitch';
  readonly scope: SwitchScope;
  readonly by: SwitchOwner;
  readonly reason: string;
}

export interface ReleaseSwitchCommand {
  readonly type: 'releaseSwitch';
  readonly scope: SwitchScope;
  readonly by: SwitchOwner;
}

/** What changes who has which shares, besides matches, reports of holders and of settlements. */
export type RegisterCommand = SetPositionsCommand | BustCommand | AdjustCommand;

export type LimitCommand =
  | RegisterCommand
  | SetLimitsCommand
  | ReferencePriceCommand
  | ThrowSwitchCommand
  | ReleaseSwitchCommand;
