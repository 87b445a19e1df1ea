/** Corporate actions of a security (docs/venue/corporate-actions.md). Prices are in millionths of a dollar. */
import type { Microseconds } from '../../time/units.ts';
import type { MatchId, Millionths, SecurityId, Shares } from './units.ts';

/** Counts the actions of a security from 1. */
export type ActionId = number;

/** Actions of a security that the venue keeps: its newest. */
export const ACTIONS_KEPT = 1000;

/**
 * Parts of a share: cash: the issuer pays for them; up: the holder gets a whole one; kept: who had parts has them times
 * the ratio, which gives whole shares for each share, and so makes no parts.
 */
export type Fractions = 'cash' | 'up' | 'kept';
export const FRACTIONS = { cash: 'Cash', up: 'Up', kept: 'Kept' } as const satisfies Record<Fractions, string>;

/** `to` shares in place of `from`, both at most RATIO_MAX. */
export interface Ratio {
  readonly to: number;
  readonly from: number;
}

export const RATIO_MAX = 1000;

/** Whether each share becomes whole ones. */
export function isWhole({ to, from }: Ratio): boolean {
  return to % from === 0;
}

/** Each holder has `to` shares in place of `from`: of a stock dividend those of before are among them. */
export interface SplitTerms extends Ratio {
  readonly kind: 'split' | 'stockDividend';
  readonly fractions: Fractions;
  /** For one share as it is afterwards, in cash in lieu of its parts; null: none is paid. */
  readonly cashPrice: Millionths | null;
}

/** Each settled share gets it (R9). */
export interface CashDividendTerms {
  readonly kind: 'cashDividend';
  readonly amount: Millionths;
}

/** The security has this symbol and this name; null: it keeps its own. One of them is given (R10). */
export interface NameChangeTerms {
  readonly kind: 'nameChange';
  readonly symbol: string | null;
  readonly name: string | null;
}

/** The security trades no more (R11). */
export interface EndOfSecurityTerms {
  readonly kind: 'endOfSecurity';
}

export const REDEEMED_INTO = { treasury: 'Treasury', cancelled: 'Cancelled' } as const;

/** The issuer buys `redeemed.to` of `redeemed.from` shares of each holder back: all of them where both are the same. */
export interface RedemptionTerms {
  readonly kind: 'redemption';
  readonly redeemed: Ratio;
  /** For one redeemed share. */
  readonly price: Millionths;
  /** Whether the issuer keeps redeemed shares, or they are no more. */
  readonly into: keyof typeof REDEEMED_INTO;
}

/** Each holder gets `to` shares of another security of the issuer in place of `from` of this one. */
export interface ConversionTerms extends Ratio {
  readonly kind: 'conversion';
  readonly into: SecurityId;
  readonly fractions: Fractions;
  /** For one share of the other security, in cash in lieu of its parts; null: none is paid. */
  readonly cashPrice: Millionths | null;
}

/** The issuer buys at most `mostShares` of those who want to sell (R14). */
export interface TenderTerms {
  readonly kind: 'tender';
  readonly mostShares: Shares;
  /** For one share that is bought. */
  readonly price: Millionths;
  readonly into: RedemptionTerms['into'];
}

/** Of each kind: action-kinds.ts has the table of kinds. */
export type ActionTerms =
  | SplitTerms
  | CashDividendTerms
  | NameChangeTerms
  | EndOfSecurityTerms
  | RedemptionTerms
  | ConversionTerms
  | TenderTerms;

/** Dates are YYYY-MM-DD, US Eastern. */
export interface AnnouncedAction {
  readonly terms: ActionTerms;
  /** The action has effect before the security opens on this date. */
  readonly exDate: string;
  /** null: not given. */
  readonly recordDate: string | null;
  readonly payDate: string | null;
  readonly note: string | null;
}

/** Whether one would be announced twice (R1): what is paid for parts of a share makes no other action of it. */
export function isSameAction(one: AnnouncedAction, other: AnnouncedAction): boolean {
  const [own, others] = [identityOf(one.terms), identityOf(other.terms)];
  return one.exDate === other.exDate && own.every((value, index) => value === others[index]);
}

/** Beginning with the kind. Ratios are equal where their quotients are. */
function identityOf(terms: ActionTerms): readonly unknown[] {
  const { kind } = terms;
  switch (kind) {
    case 'split':
    case 'stockDividend':
      return [kind, terms.to / terms.from];
    case 'cashDividend':
      return [kind, terms.amount];
    case 'nameChange':
      return [kind, terms.symbol, terms.name];
    case 'endOfSecurity':
      return [kind];
    case 'redemption':
      return [kind, terms.redeemed.to / terms.redeemed.from, terms.price, terms.into];
    case 'conversion':
      return [kind, terms.into, terms.to / terms.from];
    case 'tender':
      return [kind, terms.mostShares, terms.price, terms.into];
  }
}

export const ACTION_STATES = { announced: 'Announced', effective: 'Effective', cancelled: 'Cancelled' } as const;
type ActionState = keyof typeof ACTION_STATES;

/** The market at the moment at which an action had effect. */
export interface ActionEffect {
  /** Matches up to this one came before. */
  readonly lastMatch: MatchId;
  /** The reference price of before (Q12); null: the security had none. */
  readonly price: Millionths | null;
}

export interface CorporateAction extends AnnouncedAction {
  readonly actionId: ActionId;
  readonly securityId: SecurityId;
  readonly state: ActionState;
  readonly declaredAt: Microseconds;
  /** When it had effect, or was cancelled; null: it is announced. */
  readonly endedAt: Microseconds | null;
  readonly byOperator: boolean;
  /** Why it was cancelled. */
  readonly reason: string | null;
  /** Absent before it has effect. */
  readonly effect?: ActionEffect;
}

export interface AnnounceActionCommand {
  readonly type: 'announceAction';
  readonly clientId: string;
  readonly byOperator: boolean;
  readonly securityId: SecurityId;
  readonly action: AnnouncedAction;
  /** The most actions of a security that are announced at once: the setting of now (M11). */
  readonly most: number;
}

export interface CancelActionCommand {
  readonly type: 'cancelAction';
  readonly clientId: string;
  readonly byOperator: boolean;
  readonly securityId: SecurityId;
  readonly actionId: ActionId;
  readonly reason: string | null;
}

export type ActionCommand = AnnounceActionCommand | CancelActionCommand;

export interface ActionReads {
  /** At most `limit` of the actions of the security with a lower id, newest first. */
  actions(securityId: SecurityId, before: ActionId, limit: number): readonly CorporateAction[];
}
