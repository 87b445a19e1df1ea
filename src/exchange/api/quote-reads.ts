import type { Microseconds } from '../../time/units.ts';
import type { QuoteProtection, QuoteView } from './quotes.ts';
import type { Awaitable } from './reads.ts';
import type { QuoteId, Shares } from './units.ts';

/** What has been accepted of a client's quotes lately. */
export interface ProtectionView extends QuoteProtection {
  /** Within the seconds, by the venue's clock. */
  readonly usedFills: number;
  readonly usedShares: Shares;
  /** When it last withdrew quotes; null: never. */
  readonly trippedAt: Microseconds | null;
}

/** Which quotes of an order, or of a client. */
export interface QuotePage {
  readonly after: QuoteId;
  readonly limit: number;
}

/** Reads of open quotes; the history has all of them. */
export interface QuoteReads {
  open(quoteId: QuoteId): Awaitable<QuoteView | undefined>;
  /** The open quotes of a client with an id above `after`: the first `limit`, oldest first. */
  openOf(clientId: string, page: QuotePage): Awaitable<readonly QuoteView[]>;
  protectionOf(clientId: string): Awaitable<ProtectionView | null>;
}
