import type { Originator, RoutingDirectory } from '../../../../providers/bank/index.ts';
import type { ModuleServices } from '../../../shared/services.ts';

/** The services of every module, and those of ACH. */
export interface AchServices extends ModuleServices {
  readonly ach: AchMeans;
}

export interface AchMeans {
  /** Outside production, nicknames of bank accounts simulate outcomes (A12). */
  readonly isSandbox: boolean;
  /** Codes of returns that nicknames simulate. */
  readonly simulatedReturns: ReadonlySet<string>;
  /** Names of banks by routing number. */
  readonly banks: RoutingDirectory;
  /** Who sends files to which bank; null: no debits can be made (211). */
  readonly originator: Originator | null;
}
