/** What orders paid, one line for each match, bust or correction and order (X7). */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import Type from 'typebox';
import { easternInstant, endOfDate } from '../../calendar/eastern-time.ts';
import { formatInstant } from '../../calendar/format-time.ts';
import { csvTable } from '../../csv/index.ts';
import type { Db, FeeChangeRow } from '../../database/schema/index.ts';
import { FEE_ROLES, feeText, type MatchId, type OrderId } from '../../exchange/api/index.ts';
import { type Client, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, date, numericId, optional, text } from '../../http/parameters/index.ts';
import { matchById, orderById, orderNotFound, refusalError } from '../ats/index.ts';
import { longRead } from '../shared/list/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import {
  choicesSchema,
  jsonCursorOrNull,
  jsonCursorParameter,
  orNull,
  pageLimit,
  pageOf,
  placeOfJson,
  says,
  textOrNull,
  view,
} from '../shared/values/index.ts';
import { type FeeDeps, requireReader } from './fee-deps.ts';

const PAGE_MAX = 200;

type Row = Selectable<FeeChangeRow>;

const FEE_VIEW = view<Row>('Fee')({
  time: [Type.String({ description: 'RFC 3339.' }), ({ changed_at }: Row) => formatInstant(changed_at)],
  eventSeq: [Type.Integer({ description: "The venue's sequence number." }), ({ seq }: Row) => Number(seq)],
  cause: [choicesSchema(['match', 'bust', 'adjust']), ({ cause }: Row) => cause as 'match' | 'bust' | 'adjust'],
  orderId: says(({ order_id }) => String(order_id)),
  matchId: says(({ match_id }) => String(match_id)),
  clientId: says(({ client_id }) => client_id),
  accountId: orNull('account_id'),
  securityId: says(({ security_id }) => String(security_id)),
  role: [choicesSchema(FEE_ROLES), ({ role }: Row) => role as (typeof FEE_ROLES)[number]],
  fee: says(({ fee }) => feeText(fee), 'Dollars; below 0: it goes back.'),
});

type Line = ReturnType<typeof FEE_VIEW.show>;
const COLUMNS = Object.keys(FEE_VIEW.parts) as readonly (keyof Line)[];

interface Asked {
  readonly clientId?: string | undefined;
  readonly orderid?: OrderId | undefined;
  readonly matchId?: MatchId | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** X7. */
export function getFees(deps: FeeDeps): Method {
  return defineMethod({
    name: 'getFees',
    summary: 'Lists what orders paid, oldest first',
    description:
      'An extension (X7): a line for each order of a match, and of its bust or correction. A client reads its own, a ' +
      'master key those of all clients, or of one. getFeeInvoice has the sums of a month.',
    refusals: [404, 503],
    parameters: {
      clientId: optional(
        text({ maxLength: 200, description: 'Of this client; when absent, all that the caller may see.' }),
      ),
      orderid: optional(numericId<OrderId>({ description: 'Of this order.' })),
      matchId: optional(numericId<MatchId>({ description: 'Of the orders of this match.' })),
      from: optional(date({ description: 'From this day on, US Eastern.' })),
      to: optional(date({ description: 'Up to the end of this day.' })),
      cursor: jsonCursorParameter('nextCursor of the page before.'),
      limit: pageLimit('Fees', PAGE_MAX),
      format: optional(choice(['JSON', 'CSV'], { description: 'CSV: the page as text in csv; JSON when absent.' })),
    },
    response: Type.Object({
      fees: Type.Array(FEE_VIEW.schema),
      csv: Type.Optional(Type.String({ description: 'With format CSV, in place of fees: a header and a line each.' })),
      nextCursor: textOrNull('For the next page; null after the newest.'),
    }),
    handler: async ({ client, values }) => {
      const { cursor, limit = PAGE_MAX, format = 'JSON', ...asked } = values;
      const asking = await whichOf(deps, client, asked);
      const after = placeOfJson(cursor, isPlace);
      await deps.records.reached(deps.exchange.lastEventSeq());
      const rows = await longRead(deps.records, (db) => readFees(db, asking, { after, limit: limit + 1 }));
      const { page, more } = pageOf(rows, limit);
      const last = page.at(-1);
      const lines = page.map(FEE_VIEW.show);
      return {
        fields: {
          ...(format === 'CSV' ? { fees: [], csv: csvTable(COLUMNS, lines) } : { fees: lines }),
          nextCursor: jsonCursorOrNull(more === 'Yes' && last !== undefined ? placeOf(last) : null),
        },
      };
    },
  });
}

interface Asking {
  readonly which: readonly RawBuilder<SqlBool>[];
  /** Of an order or a match. */
  readonly isOfOne: boolean;
}

async function whichOf(deps: FeeDeps, client: Client, asked: Asked): Promise<Asking> {
  const { orderid, matchId, from, to } = asked;
  if (asked.clientId !== undefined) await requireReader(deps, client, asked.clientId);
  if (orderid !== undefined) await requireOrder(deps, client, orderid);
  if (matchId !== undefined) await requireMatch(deps, client, matchId);
  const clientId = asked.clientId ?? (client.master ? undefined : client.clientId);
  const which: RawBuilder<SqlBool>[] = [];
  if (clientId !== undefined) which.push(sql<SqlBool>`${ownedBy(clientId)}`);
  if (orderid !== undefined) which.push(sql<SqlBool>`order_id = ${orderid}`);
  if (matchId !== undefined) which.push(sql<SqlBool>`match_id = ${matchId}`);
  if (from !== undefined) which.push(sql<SqlBool>`changed_at >= ${easternInstant(from, 0)}`);
  if (to !== undefined) which.push(sql<SqlBool>`changed_at < ${endOfDate(to)}`);
  return { which, isOfOne: orderid !== undefined || matchId !== undefined };
}

/** Throws ApiError 404 for an unknown order, and for one of another client. */
async function requireOrder(deps: FeeDeps, client: Client, orderId: OrderId): Promise<void> {
  const order = await orderById(deps, orderId);
  if (order === undefined || !(client.master || order.ticket.clientId === client.clientId)) throw orderNotFound();
}

/** The same of a match. */
async function requireMatch(deps: FeeDeps, { clientId, master }: Client, matchId: MatchId): Promise<void> {
  const match = await matchById(deps, matchId);
  const isOwn = master || match?.buyClientId === clientId || match?.sellClientId === clientId;
  if (match === undefined || !isOwn) throw refusalError('unknown match');
}

interface Place {
  readonly time: number;
  readonly seq: number;
  readonly orderId: number;
}

/** Those of an order or a match are in the sequence of its index, all others in that of time: both are the same. */
async function readFees(
  db: Db,
  { which, isOfOne }: Asking,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): Promise<Row[]> {
  const columns = isOfOne ? sql`seq, order_id` : sql`changed_at, seq, order_id`;
  const place = after === null ? null : isOfOne ? [after.seq, after.orderId] : [after.time, after.seq, after.orderId];
  const all = place === null ? which : [...which, sql<SqlBool>`(${columns}) > (${sql.join(place)})`];
  const condition = all.length === 0 ? sql`1 = 1` : sql.join(all, sql` and `);
  const { rows } = await sql<Row>`select * from fee_changes where ${condition}
    order by ${columns} limit ${limit}`.execute(db);
  return rows;
}

function placeOf({ changed_at: time, seq, order_id: orderId }: Row): Place {
  return { time, seq, orderId };
}

function isPlace(place: unknown): place is Place {
  const { time, seq, orderId } = (place ?? {}) as Record<keyof Place, unknown>;
  return [time, seq, orderId].every(Number.isSafeInteger);
}
