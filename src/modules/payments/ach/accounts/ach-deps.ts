import type { Originator, RoutingDirectory } from '../../../../providers/bank/index.ts';
import type { ModuleDeps } from '../../../shared/deps.ts';

/** The services of every module, and those of ACH. */
export interface AchDeps extends ModuleDeps {
  readonly ach: AchSettings;
}

export interface AchSettings {
  /** Outside production, nicknames of bank accounts simulate outcomes (A12). */
  readonly isSandbox: boolean;
  /** Codes of returns that nicknames simulate. */
  readonly simulatedReturns: ReadonlySet<string>;
  /** Names of banks by routing number. */
  readonly banks: RoutingDirectory;
  /** Who sends files to which bank; null: no debits can be made (211). */
  readonly originator: Originator | null;
  /** REFUND_WAIT_DAYS: for this time the bank may take back what a debit, a deposit or a check brought. */
  readonly refundWaitDays: number;
  /** REFUND_APPROVAL_ABOVE: dollars of a trade above which a refund waits for a second operator (A31). */
  readonly refundApprovalAbove: number;
}
