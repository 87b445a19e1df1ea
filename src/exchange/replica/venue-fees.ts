import type { Microseconds } from '../../time/units.ts';
import type { FeeReads, FeeScope, FeeVersion, OrderFees, OrderId, SecurityId } from '../api/index.ts';
import type { VenueState } from '../desks/index.ts';

/** Answers about fees from the state of a venue. */
export class VenueFees implements FeeReads {
  readonly #fees: VenueState['fees'];
  readonly #nowUs: () => Microseconds;

  constructor({ fees }: VenueState, nowUs: () => Microseconds) {
    this.#fees = fees;
    this.#nowUs = nowUs;
  }

  hasSchedules(): boolean {
    return !this.#fees.isEmpty;
  }

  versionsOf(scope: FeeScope): FeeVersion[] {
    return [...this.#fees.versionsOf(scope)];
  }

  firstOf(order: { readonly clientId: string; readonly securityId: SecurityId }): OrderFees | undefined {
    return this.#fees.firstOf(order, this.#nowUs());
  }

  amendedOf(orderId: OrderId): OrderFees | undefined {
    return this.#fees.amendedOf(orderId);
  }
}
