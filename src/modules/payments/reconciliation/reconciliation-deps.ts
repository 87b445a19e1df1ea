import type { Db } from '../../../database/schema/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';
import type { BatchDeps } from '../ach/batch/index.ts';

type Bank = Pick<BatchDeps, 'incoming' | 'settlementDays'>;

export type ReconciliationDeps = ModuleDeps & {
  /** The folder where the bank puts its files, and when debits settle. */
  readonly bank: Bank;
};

/** What the differences of a moment are read from. */
export interface DifferenceReads {
  readonly db: Db;
  readonly nowUs: number;
  readonly bank: Bank;
}
