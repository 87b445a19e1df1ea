import Type from 'typebox';
import type { QuoteRow, VenueQuoteRow } from '../../database/schema/index.ts';
import type {
  EventFeed,
  Markets,
  Orders,
  QuoteReads,
  QuoteStatus,
  ShownQuote,
  Side,
} from '../../exchange/api/index.ts';
import { namedObject } from '../../http/methods/index.ts';
import { type AccountBook, type OrderHistory, quoteSchema, type VenueRecords } from '../ats/index.ts';
import type { ModuleDeps, Venue } from '../shared/deps.ts';

/** The services that the methods of this module use. */
export interface QuoteDeps extends Pick<ModuleDeps, 'db'> {
  readonly exchange: Orders &
    Markets &
    Pick<Venue, 'rules'> &
    Pick<EventFeed, 'lastEventSeq'> & { readonly quotes: QuoteReads };
  readonly history: OrderHistory;
  readonly records: Pick<VenueRecords, 'db' | 'reached'>;
  readonly accounts: AccountBook;
}

/** A quote as its two clients see it. */
export const shownQuoteSchema = namedObject('Quote', quoteSchema);

export const quoteDetailsSchema = Type.Object({ quoteDetails: shownQuoteSchema });

/** A quote as the history has it. */
export function quoteOf(row: VenueQuoteRow): ShownQuote {
  const { version, expires_at: expiresAt, status, ended: end } = row;
  return { ...commonOf(row), version, expiresAt, status, end };
}

const ENDS = { Declined: 'quote declined', Cancelled: 'quote cancelled', Ended: 'order ended' } as const;

/** A quote of before QUOTES_SINCE, which the database has. All of them have ended. */
export function earlierQuoteOf(row: QuoteRow): ShownQuote {
  const status = row.status as QuoteStatus;
  const end = (ENDS as Partial<Record<QuoteStatus, (typeof ENDS)[keyof typeof ENDS]>>)[status] ?? null;
  return { ...commonOf(row), version: 1, expiresAt: null, status, end };
}

function commonOf(row: VenueQuoteRow | QuoteRow) {
  return {
    quoteId: row.quote_id,
    orderId: row.order_id,
    orderClientId: row.order_client_id,
    ticket: ticketOf(row),
    price: row.price,
    quantity: row.quantity,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    reason: row.reason,
    matchId: row.match_id,
  };
}

type Quoted = Pick<VenueQuoteRow, 'client_id' | 'security_id' | 'member_id' | 'account_id' | 'token'>;

function ticketOf(row: Quoted & { readonly side: string }): ShownQuote['ticket'] {
  return {
    clientId: row.client_id,
    securityId: row.security_id,
    memberId: row.member_id,
    accountId: row.account_id,
    side: row.side as Side,
    token: row.token,
  };
}
