import { violated } from '../../invariant.ts';
import type { Records, Ref, ReplacedTerms } from '../store/index.ts';
import type { Joining } from './joining.ts';
import { invalidDisplay, invalidTerms } from './validation.ts';

/** Gives the orders of a closed book other terms, as a corporate action does. */
export class Adjusting {
  readonly #joining: Joining;
  readonly #records: Records;

  constructor(joining: Joining, records: Records) {
    this.#joining = joining;
    this.#records = records;
  }

  /** `moveNext` takes all orders out until it returns false, and from then on puts them back, oldest first. */
  takeAllOut(): void {
    this.#joining.takeAllOut();
  }

  /**
   * Between the two: an order keeps its contingency and its time, and its filled shares stay. Throws InvariantViolated
   * where it cannot have the terms.
   */
  adjust(order: Ref, terms: Omit<ReplacedTerms, 'contingency'>): void {
    const records = this.#records;
    const all = { ...terms, contingency: records.contingency(order) };
    const isInvalid = invalidTerms(records.side(order), all) || invalidDisplay(all, records.disclosed(order));
    if (isInvalid || terms.quantity <= records.filled(order) || records.level(order) !== 0)
      violated('R2', `order ${records.orderId(order)} cannot be adjusted`);
    const joined = records.joined(order);
    this.#joining.change(order, all);
    if (terms.display !== 0) records.restoreDisplayed(order, records.displayed(order), joined);
  }
}
