/** What everybody may know of the past: matches, busts, corrections and changes of markets (S24, S29). */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { easternInstant } from '../../../calendar/eastern-time.ts';
import type { MarketEventRow, MatchRow, NoticeRow, Schema } from '../../../database/schema/index.ts';
import {
  type Amendment,
  EVERYBODY,
  type EventSeq,
  type MatchId,
  NO_SECURITY,
  type SecurityId,
} from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { between, type EventRange, idsBetween, lastUpTo } from './event-reading.ts';

type Range = Pick<EventRange, 'after' | 'upTo'>;
type Correction = Pick<Amendment, 'matchId'> & { readonly adjusted: NonNullable<Amendment['adjusted']> };

/** A bust or correction is sent to each of its parties, in consecutive events: at most this many. */
const PARTIES_MAX = 8;
/** Busted matches that a statement names. */
const NAMED_MAX = 500;

/** The first notice of a bust or a correction, when everybody is notified. */
export interface ReadAmendment {
  readonly kind: 'bust' | 'adjust';
  readonly seq: EventSeq;
  readonly time: Microseconds;
  readonly securityId: SecurityId;
  readonly matchId: MatchId;
  /** Texts with six decimals: tradeID, price, quantity and, of a correction, priceBefore and quantityBefore. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the trades of a day add up to, prices in millionths. */
export interface ReadDay {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  readonly volume: number;
  readonly trades: number;
}

/** Oldest first. */
export async function matchesIn(
  db: Kysely<Schema>,
  range: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<MatchRow[]> {
  const ids = await idsBetween(db, 'matches', range);
  const { rows } = await sql<MatchRow>`select * from matches
    where ${ids} and ${between(range)} ${ofSecurities(securityIds)} order by match_id`.execute(db);
  return rows;
}

/** Oldest first. */
export async function marketEventsIn(
  db: Kysely<Schema>,
  range: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<MarketEventRow[]> {
  const { rows } = await sql<MarketEventRow>`select * from market_events
    where ${between(range)} ${ofSecurities(securityIds)} order by seq`.execute(db);
  return rows;
}

/** Notices of the operator, oldest first; of some securities, with those about none. */
export async function noticesToAllIn(
  db: Kysely<Schema>,
  range: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<NoticeRow[]> {
  const about = securityIds === null ? null : [NO_SECURITY, ...securityIds];
  const { rows } = await sql<NoticeRow>`select * from notices
    where ${ownedBy(EVERYBODY)} and ${between(range)} ${ofSecurities(about)} order by seq`.execute(db);
  return rows;
}

/** Oldest first, each once. */
export async function amendmentsIn(
  db: Kysely<Schema>,
  { after, upTo }: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<ReadAmendment[]> {
  const { rows } = await sql<NoticeRow>`select * from notices
    where ${between({ after: after - PARTIES_MAX, upTo })} and kind in ('bust', 'adjust') ${ofSecurities(securityIds)}
    order by seq`.execute(db);
  const listed = new Set<string>();
  const amendments: ReadAmendment[] = [];
  for (const { seq, notice_id, security_id: securityId, kind, fields: text, published_at: time } of rows) {
    if (listed.has(notice_id)) continue;
    listed.add(notice_id);
    const fields = JSON.parse(text) as ReadAmendment['fields'];
    const matchId = Number(fields.tradeID) as MatchId;
    if (seq > after) amendments.push({ kind: kind as ReadAmendment['kind'], seq, time, securityId, matchId, fields });
  }
  return amendments;
}

/** The column of matches with the corrections in place of what was matched (V65). */
export function corrected(
  column: 'price' | 'quantity',
  amendments: Iterable<Pick<Amendment, 'matchId' | 'adjusted'>>,
  table = 'matches',
): RawBuilder<number> {
  const cases = [];
  for (const { matchId, adjusted } of amendments) {
    if (adjusted !== null) cases.push(sql`when ${sql.lit(matchId)} then ${sql.lit(adjusted[column])}`);
  }
  const matched = sql.ref(`${table}.${column}`);
  if (cases.length === 0) return sql<number>`${matched}`;
  return sql<number>`case ${sql.ref(`${table}.match_id`)} ${sql.join(cases, sql` `)} else ${matched} end`;
}

interface SumRow {
  readonly security_id: SecurityId;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
  readonly trades: number;
  readonly first: MatchId;
  readonly last: MatchId;
}

/**
 * What the trades of a date (YYYY-MM-DD, US Eastern), up to an event, add up to, by security; busted ones are left out,
 * corrected ones count as they are now, and securities without any are left out.
 */
export async function tradingDaysOf(
  db: Kysely<Schema>,
  securityIds: readonly SecurityId[] | null,
  date: string,
  upTo: EventSeq,
): Promise<Map<SecurityId, ReadDay>> {
  const before = await lastUpTo(db, 'matches', 'matched_at', easternInstant(date, 0) - 1);
  const { rows: begin } = await sql<{ seq: EventSeq }>`select seq from matches
    where match_id > ${before} order by match_id limit 1`.execute(db);
  if (begin[0] === undefined) return new Map();
  const amendments = await amendmentsIn(db, { after: begin[0].seq, upTo }, securityIds);
  const busted = amendments.filter(({ kind }) => kind === 'bust').map(({ matchId }) => matchId);
  const corrections = correctionsOf(amendments);
  const [price, quantity] = [corrected('price', corrections.values()), corrected('quantity', corrections.values())];
  const { rows } = await sql<SumRow>`select security_id, max(${price}) as high, min(${price}) as low,
    sum(${quantity}) as volume, count(*) as trades, min(match_id) as first, max(match_id) as last
    from matches where match_id > ${before} and seq <= ${upTo} ${ofSecurities(securityIds)}
    ${without(busted)} group by security_id`.execute(db);
  const prices = await pricesOf(db, [...new Set(rows.flatMap(({ first, last }) => [first, last]))]);
  for (const { matchId, adjusted } of corrections.values()) prices.set(matchId, adjusted.price);
  return new Map(
    rows.map(({ security_id, high, low, volume, trades, first, last }) => {
      const [open, close] = [
        prices.get(Number(first) as MatchId) as number,
        prices.get(Number(last) as MatchId) as number,
      ];
      const sums = { volume: Number(volume), trades: Number(trades) };
      return [
        Number(security_id) as SecurityId,
        { date, open, high: Number(high), low: Number(low), last: close, ...sums },
      ];
    }),
  );
}

/** The newest of each match. */
function correctionsOf(amendments: readonly ReadAmendment[]): Map<MatchId, Correction> {
  const corrections = new Map<MatchId, Correction>();
  for (const { kind, matchId, fields } of amendments) {
    if (kind !== 'adjust') continue;
    const [price, quantity] = [Number(fields.price!.replace('.', '')), Number(fields.quantity)];
    corrections.set(matchId, { matchId, adjusted: { price, quantity } });
  }
  return corrections;
}

export interface TradesRange {
  readonly securityId: SecurityId;
  /** Matches with a lower id. */
  readonly before: MatchId;
  /** An event that the tables hold. */
  readonly upTo: EventSeq;
  readonly limit: number;
}

/** The newest matches of a security on a date (YYYY-MM-DD, US Eastern) that has not ended, newest first. */
export async function tradesOn(
  db: Kysely<Schema>,
  date: string,
  { securityId, before, upTo, limit }: TradesRange,
): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`select * from matches
    where security_id = ${securityId} and match_id < ${before} and seq <= ${upTo}
    order by match_id desc limit ${limit}`.execute(db);
  const begin = easternInstant(date, 0);
  return rows.filter(({ matched_at }) => matched_at >= begin);
}

async function pricesOf(db: Kysely<Schema>, matchIds: readonly MatchId[]): Promise<Map<MatchId, number>> {
  const prices = new Map<MatchId, number>();
  for (let from = 0; from < matchIds.length; from += NAMED_MAX) {
    const some = matchIds.slice(from, from + NAMED_MAX);
    const rows = await db.selectFrom('matches').select(['match_id', 'price']).where('match_id', 'in', some).execute();
    for (const { match_id, price } of rows) prices.set(match_id, price);
  }
  return prices;
}

function ofSecurities(securityIds: readonly SecurityId[] | null): RawBuilder<unknown> {
  return securityIds === null ? sql`` : sql`and security_id in (${sql.join([...securityIds])})`;
}

function without(matchIds: readonly MatchId[]): RawBuilder<unknown> {
  return matchIds.length === 0 ? sql`` : sql`and match_id not in (${sql.join([...matchIds])})`;
}
