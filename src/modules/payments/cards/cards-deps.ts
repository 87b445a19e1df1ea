import { numericId, required, text } from '../../../http/parameters/index.ts';
import type { CardProcessor } from '../../../providers/cards/index.ts';
import type { ModuleDeps } from '../../shared/deps.ts';

/** What the methods of this module are built from. */
export interface CardDeps extends ModuleDeps {
  /** Who takes the payments; undefined: nobody (211). */
  readonly cards: CardProcessor | undefined;
  /** The most that one payment may come to where the operator set nothing else, dollars. */
  readonly cardAmountMax: number;
}

export const accountId = () => required(text({ description: 'A and 6 to 10 digits', maxLength: 100 }));

export const refNum = () =>
  required(numericId({ description: 'number of the payment, the ccreferencenumber of ccFundMove' }));
