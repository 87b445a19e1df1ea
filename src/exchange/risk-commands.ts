/** What keeps a client from trading as it does not want to: in the journal like the orders that it concerns. */

/** What becomes of orders of one owner that would trade with each other (M15). */
export type SelfTrade = 'None' | 'Cancel Newest' | 'Cancel Oldest' | 'Cancel Both';

/** From now on orders that say nothing of their own have this mode. */
export interface SelfTradeCommand {
  readonly type: 'selfTrade';
  readonly clientId: string;
  /** Of one account, which comes before that of the client; null: of the client. */
  readonly accountId: string | null;
  readonly mode: SelfTrade;
}

/** Which orders a mass cancel means: those that have all of what is said. */
export interface OrderFilter {
  readonly securityId?: number;
  readonly side?: 'buy' | 'sell';
  readonly accountId?: string;
  readonly memberId?: string;
}

export interface CancelOrdersCommand {
  readonly type: 'cancelOrders';
  /** Whose orders; empty: those of all clients. */
  readonly clientId: string;
  readonly filter: OrderFilter;
  readonly byOperator: boolean;
}

/** The client's orders are cancelled unless it says so again within this time. */
export interface CancelAllAfterCommand {
  readonly type: 'cancelAllAfter';
  readonly clientId: string;
  /** 0: never. */
  readonly seconds: number;
}

export type RiskCommand = SelfTradeCommand | CancelOrdersCommand | CancelAllAfterCommand;
