import type { Markets, Orders, RiskReads } from '../../exchange/api/index.ts';
import type { AccountBook, Reference } from '../ats/index.ts';

/** The services that the methods of this module use. */
export interface LimitServices {
  readonly exchange: Orders & Markets & { readonly risk: RiskReads };
  readonly accounts: AccountBook;
  readonly reference: Pick<Reference, 'clientIds'>;
}

export const GROUP = 'ATS';
