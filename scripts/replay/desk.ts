/** What a broker can ask of the venue. The replay is the same whether a desk calls a server or the engine itself. */
export interface Entry {
  readonly side: 'buy' | 'sell';
  /** Shares. */
  readonly quantity: number;
  /** Ten-thousandths of a dollar. */
  readonly price: number;
  readonly expiration: 'GTC' | 'IOC';
}

export type OrderCall =
  | { readonly method: 'createOrder'; readonly entry: Entry }
  | { readonly method: 'cancelOrder'; readonly orderId: number }
  | { readonly method: 'replaceOrder'; readonly orderId: number; readonly quantity: number };
export interface MarketCall {
  readonly method: 'haltSecurity' | 'resumeSecurity';
}
export type Call = OrderCall | MarketCall;

/** Codes of the API that the replay has to do with. */
export const OK = 101;
export const MALFORMED = 106;
export const ENDED = 190;

export interface Answer {
  /** statusCode of the API. */
  readonly code: number;
  /** Of the order that createOrder made; 0 otherwise. */
  readonly orderId: number;
}

/** A trade of one order with another. */
export interface Trade {
  /** The order on the other side. */
  readonly otherOrderId: number;
  readonly quantity: number;
}

export interface Desk {
  /**
   * Calls take effect in the order in which they are made, each exactly once. `key` distinguishes a call from all
   * others of the replay. Rejects only when the replay cannot go on.
   */
  call(call: Call, key: string): Promise<Answer>;
  /** Resolves when another call may be made; rejects when the replay cannot go on. */
  room(): Promise<void> | undefined;
  /** Resolves when every call is answered. */
  drained(): Promise<void>;
}
