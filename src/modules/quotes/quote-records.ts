import type { Db, QuoteRow } from '../../database/schema/index.ts';
import type { OrderId, QuoteAtRisk, Side } from '../../exchange/api/index.ts';
import type { Client } from '../../http/methods/index.ts';
import { type QuotesOnOrder, refusalError } from '../ats/index.ts';
import {
  EVERY_CLIENT,
  findRecord,
  found,
  holdRecord,
  isOf,
  ownedBy,
  type RecordKind,
  stateAfter,
  writeRecord,
} from '../shared/record/index.ts';
import { QUOTE_LIFECYCLE, type QuoteTrigger } from './quote-fields.ts';

/** A quote, which belongs to the client that quotes. */
export const QUOTE = {
  table: 'quotes',
  id: 'quote_id',
  form: /^[0-9]{1,15}$/,
  unknown: 404,
} as const satisfies RecordKind<'quotes'>;

/** The quote of any client; undefined when it does not exist. */
export function findQuote(db: Db, quoteId: number): Promise<QuoteRow | undefined> {
  return findRecord(db, QUOTE, EVERY_CLIENT, quoteId);
}

/** The quote on an order of the client. Throws ApiError 404 for other clients. */
export async function quoteOnOrderOf(db: Db, client: Client, quoteId: number): Promise<QuoteRow> {
  const quote = await findQuote(db, quoteId);
  return found(QUOTE, quote?.order_client_id === client.clientId ? quote : undefined);
}

/** A quote as a mass cancel sees it. */
export function atRisk(row: QuoteRow): QuoteAtRisk {
  return {
    clientId: row.client_id,
    accountId: row.account_id,
    memberId: row.member_id,
    securityId: row.security_id,
    side: row.side as Side,
    massCancels: row.mass_cancels ?? 0,
  };
}

/** Whether the client may see the fields of the client that quotes. */
export function sharesSecretsOf(client: Client, quote: QuoteRow): boolean {
  return client.master || isOf(client.clientId, quote);
}

/** The same quote, locked until the transaction ends. */
export async function holdQuote(db: Db, { client_id, quote_id }: QuoteRow): Promise<QuoteRow> {
  return found(QUOTE, await holdRecord(db, QUOTE, { clientId: client_id, id: quote_id }));
}

/** New values of a quote; its state changes only by a trigger. */
type QuoteValues = Partial<Pick<QuoteRow, 'filled' | 'match_id' | 'reason'>>;

/** Changes the state of a locked quote by the lifecycle (V41). Throws ApiError with the refusal of the trigger. */
export async function moveQuote(
  db: Db,
  { quote_id, client_id, status }: QuoteRow,
  trigger: QuoteTrigger,
  values: QuoteValues & { readonly updated_at: number },
): Promise<QuoteRow> {
  const changes = { ...values, status: stateAfter(QUOTE_LIFECYCLE, status, trigger) };
  return found(QUOTE, await writeRecord(db, QUOTE, { clientId: client_id, id: quote_id }, changes));
}

/** The most open quotes of an order, and of one client on it. */
const QUOTES_OF_ORDER_MAX = 1000;
const QUOTES_OF_CLIENT_MAX = 20;

/** Throws ApiError 190 when the order, or the client on it, has the most open quotes allowed. */
export async function requireRoom(db: Db, orderId: OrderId, clientId: string): Promise<void> {
  const open = () =>
    db
      .selectFrom('quotes')
      .select(({ fn }) => fn.countAll<number>().as('quotes'))
      .where('order_id', '=', orderId)
      .where('status', 'in', ['Open', 'Accepting']);
  const all = await open().executeTakeFirstOrThrow();
  if (Number(all.quotes) >= QUOTES_OF_ORDER_MAX) throw refusalError('too many quotes on the order');
  const own = await open().where(ownedBy(clientId)).executeTakeFirstOrThrow();
  if (Number(own.quotes) >= QUOTES_OF_CLIENT_MAX) throw refusalError('too many quotes of the client');
}

const NEGOTIATING = ['Open', 'Accepting', 'Accepted', 'Declined'] as const;

/** The orders among these that have quotes in one of these states. */
export async function quotesOnOrders(
  db: Db,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, QuotesOnOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('quotes')
    .select(['order_id', 'status'])
    .distinct()
    .where('status', 'in', NEGOTIATING)
    .where('order_id', 'in', orderIds)
    .execute();
  const ofOrders = Map.groupBy(rows, ({ order_id }) => order_id);
  const states = (of: typeof rows) => NEGOTIATING.filter((state) => of.some(({ status }) => status === state));
  return new Map([...ofOrders].map(([orderId, of]) => [orderId, new Set(states(of))]));
}
