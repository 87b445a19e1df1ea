import type { OrderView, Side } from './orders.ts';
import type { RegisterReads } from './register-reads.ts';
import type { RegisteredHolding, TransferRulesView } from './transfer-commands.ts';
import type { OrderId, SecurityId } from './units.ts';

/** Transfer rules of securities, and what the client that owns one has to answer or to keep. */
export interface TransferReads extends RegisterReads {
  /** Undefined when the security is not known. */
  transferRules(securityId: SecurityId): TransferRulesView | undefined;
  /** Orders that wait for the answer to a right of first refusal, with an id above `after`: the first `limit`. */
  ordersForRefusal(securityId: SecurityId, after: OrderId, limit: number): readonly OrderView[];
  /** The register, by client and account: the first `limit` entries after `after`, a place from an earlier answer. */
  holdings(securityId: SecurityId, after: string, limit: number): readonly RegisteredHolding[];
}

/** The first `limit` orders with an id above `after`, oldest first. */
export interface RfqPage {
  /** Absent: of both sides. */
  readonly side?: Side | undefined;
  /** Also those that ask this client alone, or it and others (Y6). */
  readonly clientId?: string;
  readonly after: OrderId;
  readonly limit: number;
}
