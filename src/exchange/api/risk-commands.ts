/** Safety commands of clients (mass cancels, timers, sessions), in the journal like the orders that they concern. */
import type { SelfTrade } from './optional-terms.ts';
import type { OrderTicket } from './orders.ts';
import type { SecurityId } from './units.ts';

/** From now on orders without a mode have this mode. */
export interface SelfTradeCommand {
  readonly type: 'selfTrade';
  readonly clientId: string;
  /** Of one account, which comes before that of the client; null: of the client. */
  readonly accountId: string | null;
  readonly mode: SelfTrade;
}

/** The filter of a mass cancel: orders that match all of its fields. */
export interface OrderFilter {
  readonly securityId?: SecurityId;
  readonly side?: 'buy' | 'sell';
  readonly accountId?: string;
  readonly memberId?: string;
}

/** What a filter is compared with. */
export type OwnTerms = Pick<OrderTicket, 'clientId' | 'securityId' | 'side' | 'accountId' | 'memberId'>;

/** A quote, as far as a mass cancel may concern it. */
export interface QuoteAtRisk extends OwnTerms {
  /** How many mass cancels the venue knew when the quote was made. */
  readonly massCancels: number;
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

/** A session of a client whose orders are cancelled when its connection is lost (V57). */
export interface WatchedSession {
  readonly clientId: string;
  /** Whose orders of the client; null: all of them. */
  readonly accountId: string | null;
  /** How long it may be silent, or disconnected when the venue restarts. */
  readonly seconds: number;
}

/** From now on the orders of the client, or of its account, are cancelled when the session is lost (V57). */
export interface ConnectSessionCommand extends WatchedSession {
  readonly type: 'connectSession';
  readonly session: string;
}

/** The session keeps watch no more. */
export interface DisconnectSessionCommand {
  readonly type: 'disconnectSession';
  readonly session: string;
  /** Whether it was lost, and did not just say so: its orders are cancelled. */
  readonly lost: boolean;
}

export type RiskCommand =
  | SelfTradeCommand
  | CancelOrdersCommand
  | CancelAllAfterCommand
  | ConnectSessionCommand
  | DisconnectSessionCommand;
