/** Answers of holders to a tender (R14). */
import type { Microseconds } from '../../time/units.ts';
import type { ActionId } from './corporate-actions.ts';
import type { HolderName } from './register-reads.ts';
import type { SecurityId, Shares } from './units.ts';

/** What a holder wants to sell, in place of its answer of before. */
export interface TenderSharesCommand extends HolderName {
  readonly type: 'tenderShares';
  readonly securityId: SecurityId;
  readonly actionId: ActionId;
  /** Whole shares; 0: nothing. */
  readonly quantity: Shares;
}

export interface TenderAnswer extends HolderName {
  readonly quantity: Shares;
  readonly answeredAt: Microseconds;
  /** What the issuer bought of it; null: the tender has not had effect. */
  readonly bought: Shares | null;
}

export interface TenderPage {
  /** null: of all clients. */
  readonly clientId: string | null;
  /** null: from the first. */
  readonly after: HolderName | null;
  readonly limit: number;
}

/** What answers to a tender come to together. */
export interface TenderSums {
  readonly answers: number;
  readonly quantity: Shares;
  /** null: the tender has not had effect. */
  readonly bought: Shares | null;
}

export interface TenderReads {
  /** Undefined without one. */
  tenderAnswer(securityId: SecurityId, actionId: ActionId, holder: HolderName): TenderAnswer | undefined;
  /** Answers to a tender, in the order of client and account. Costs O(log n) and the page. */
  tenderAnswers(securityId: SecurityId, actionId: ActionId, page: TenderPage): readonly TenderAnswer[];
  /** Of all answers, or of those of a client. */
  tenderSums(securityId: SecurityId, actionId: ActionId, clientId: string | null): TenderSums;
}
