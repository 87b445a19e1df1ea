import { expect } from 'vitest';

/** An order as getOrder shows it: numbers are text with six decimals. */
export interface OrderDetails {
  readonly order_Id: string;
  readonly security_id: string;
  readonly order_type: 'Bid' | 'Offer';
  readonly number_shares: string;
  readonly shares_remaining: string;
  readonly price_per_share: string;
  readonly PND: string;
  readonly Contingencies: string;
  readonly MinimumThreshold: string;
  readonly status: string;
  readonly matchedOrders: readonly MatchedOrder[];
}

interface MatchedOrder {
  readonly matchid: string;
  readonly executedPrice: string;
  readonly executedQuantity: string;
}

/** The body of createOrder. */
export interface OrderBody {
  readonly memberid: string;
  readonly issuerid: string;
  readonly securityid: string;
  readonly type: 'Limit' | 'RFQ';
  readonly action: 'Buy' | 'Sell';
  readonly quantity: number;
  readonly price: string;
  readonly expiration: 'GTC' | 'IOC' | 'Other';
  readonly expirationDate?: string;
  readonly disclosePrice: 'Yes' | 'No';
  readonly contingencies: string;
  readonly minimumThreshold?: number;
  readonly solicited: 'Unsolicited';
  readonly token: string;
}

/** The body of replaceOrder; what is absent keeps its value. */
export interface ReplaceBody {
  readonly orderid: string;
  readonly quantity?: number;
  readonly price?: string;
  readonly contingencies?: string;
  readonly minimumThreshold?: number;
}

const ENDED = ['Executed', 'Cancelled', 'Partially Executed & Cancelled'];

/**
 * What a client knows of its order from the answers that it got: the least that the venue has to know, too.
 */
export class KnownOrder {
  readonly orderId: string;
  readonly token: string;
  readonly #entered: OrderBody;
  #quantity: number;
  #price: string;
  #contingency: string;
  #minimum: number;
  #isReplaced = false;
  #isCancelled = false;
  #isEnded = false;
  #seen: OrderDetails | null = null;

  constructor(orderId: string, entered: OrderBody) {
    this.orderId = orderId;
    this.token = entered.token;
    this.#entered = entered;
    this.#quantity = entered.quantity;
    this.#price = entered.price;
    this.#contingency = entered.contingencies;
    this.#minimum = entered.minimumThreshold ?? 0;
    this.#isEnded = entered.expiration === 'IOC';
  }

  get quantity(): number {
    return this.#quantity;
  }

  /** Whether it can still be cancelled and replaced, as far as the client knows. */
  get isLive(): boolean {
    return !this.#isEnded;
  }

  /** A cancel was acknowledged. */
  cancelled(): void {
    this.#isCancelled = true;
    this.#isEnded = true;
  }

  /** A cancel or a change was refused because the order is terminal. */
  ended(): void {
    this.#isEnded = true;
  }

  /** A change was acknowledged (M10). */
  replaced({ quantity, price, contingencies, minimumThreshold }: ReplaceBody): void {
    this.#isReplaced = true;
    this.#quantity = quantity ?? this.#quantity;
    this.#price = price ?? this.#price;
    this.#contingency = contingencies ?? this.#contingency;
    this.#minimum = this.#contingency === 'Minimum Quantity' ? (minimumThreshold ?? this.#minimum) : 0;
  }

  /** Compares what the venue shows with what is known, and what was shown before; from now on this is known, too. */
  check(shown: OrderDetails): void {
    const filled = sharesOf(shown);
    expect(shown).toMatchObject({
      order_Id: this.orderId,
      security_id: this.#entered.securityid,
      order_type: this.#entered.action === 'Buy' ? 'Bid' : 'Offer',
      number_shares: sixDecimals(this.#quantity),
      shares_remaining: sixDecimals(this.#quantity - filled),
      price_per_share: this.#entered.type === 'RFQ' ? 'RFQ' : sixDecimals(this.#price),
      PND: this.#entered.disclosePrice === 'Yes' ? 'No' : 'Yes',
      Contingencies: this.#contingency,
      MinimumThreshold: sixDecimals(this.#minimum),
      status: this.#statusWith(filled),
    });
    if (this.#isEnded) expect(ENDED, this.orderId).toContain(shown.status);
    if (this.#entered.contingencies === 'All or None' && !this.#isReplaced) {
      expect([0, this.#quantity], `fills of all-or-none order ${this.orderId}`).toContain(filled);
    }
    this.#compareWithBefore(shown);
    this.#seen = shown;
    this.#isEnded ||= ENDED.includes(shown.status);
  }

  #statusWith(filled: number): string {
    if (filled === this.#quantity) return 'Executed';
    if (this.#isCancelled) return 'Cancelled';
    if (this.#entered.expiration === 'IOC') return filled > 0 ? 'Partially Executed & Cancelled' : 'Cancelled';
    return filled > 0 ? 'Partially Executed' : 'Live';
  }

  #compareWithBefore(shown: OrderDetails): void {
    if (this.#seen === null) return;
    if (ENDED.includes(this.#seen.status)) expect(shown).toEqual(this.#seen);
    else expect(shown.matchedOrders.slice(0, this.#seen.matchedOrders.length)).toEqual(this.#seen.matchedOrders);
  }
}

function sharesOf({ matchedOrders }: OrderDetails): number {
  return matchedOrders.reduce((sum, { executedQuantity }) => sum + Number(executedQuantity), 0);
}

/** Exact for what the tests use: few digits. */
export function sixDecimals(value: number | string): string {
  return Number(value).toFixed(6);
}
