/** What everybody may know of the past: matches, busts, corrections and changes of markets (S24, S29). */

import { type RawBuilder, sql } from 'kysely';
import { easternInstant } from '../../../calendar/eastern-time.ts';
import type { Db, MarketEventRow, MatchRow, NoticeRow } from '../../../database/schema/index.ts';
import { EVERYBODY, type EventSeq, type MatchId, NO_SECURITY, type SecurityId } from '../../../exchange/api/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { between, type EventRange } from './event-range.ts';
import { idsBetween, lastUpTo } from './event-reading.ts';
import { type CorrectedMatch, type TradeSums, tradeSums } from './trade-sums.ts';

type Range = Pick<EventRange, 'after' | 'upTo'>;

/** A bust or correction is sent to each of its parties, in consecutive events: at most this many. */
const PARTIES_MAX = 8;

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

/** What the trades of a day add up to. */
export interface ReadDay extends TradeSums {
  readonly date: string;
}

/** Oldest first. */
export async function matchesIn(db: Db, range: Range, securityIds: readonly SecurityId[] | null): Promise<MatchRow[]> {
  const ids = await idsBetween(db, 'matches', range);
  const { rows } = await sql<MatchRow>`select * from matches
    where ${ids} and ${between(range)} ${ofSecurities(securityIds)} order by match_id`.execute(db);
  return rows;
}

/** Oldest first. */
export async function marketEventsIn(
  db: Db,
  range: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<MarketEventRow[]> {
  const { rows } = await sql<MarketEventRow>`select * from market_events
    where ${between(range)} ${ofSecurities(securityIds)} order by seq`.execute(db);
  return rows;
}

/** Notices of the operator, oldest first; of some securities, with those about none. */
export async function noticesToAllIn(
  db: Db,
  range: Range,
  securityIds: readonly SecurityId[] | null,
): Promise<NoticeRow[]> {
  const about = securityIds === null ? null : [NO_SECURITY, ...securityIds];
  const { rows } = await sql<NoticeRow>`select * from notices
    where ${ownedBy(EVERYBODY)} and kind = 'notice' and ${between(range)} ${ofSecurities(about)} order by seq`.execute(
    db,
  );
  return rows;
}

/** Oldest first, each once. */
export async function amendmentsIn(
  db: Db,
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

/**
 * What the trades of a date (YYYY-MM-DD, US Eastern), up to an event, add up to, by security; busted ones are left out,
 * corrected ones count as they are now, and securities without any are left out.
 */
export async function tradingDaysOf(
  db: Db,
  securityIds: readonly SecurityId[] | null,
  date: string,
  upTo: EventSeq,
): Promise<Map<SecurityId, ReadDay>> {
  const before = await lastUpTo(db, 'matches', 'matched_at', easternInstant(date, 0) - 1);
  const { rows: begin } = await sql<{ seq: EventSeq }>`select seq from matches
    where match_id > ${before} order by match_id limit 1`.execute(db);
  if (begin[0] === undefined) return new Map();
  const amendments = await amendmentsIn(db, { after: begin[0].seq, upTo }, securityIds);
  const busted = new Set(amendments.filter(({ kind }) => kind === 'bust').map(({ matchId }) => matchId));
  const sums = await tradeSums(db, {
    group: sql`security_id`,
    where: sql`match_id > ${before} and seq <= ${upTo} ${ofSecurities(securityIds)}`,
    busted: [...busted],
    corrected: correctionsOf(amendments).filter(({ matchId }) => matchId > before && !busted.has(matchId)),
  });
  return new Map([...sums].map(([securityId, of]) => [securityId as SecurityId, { date, ...of }]));
}

/** The newest of each match, by security. */
function correctionsOf(amendments: readonly ReadAmendment[]): CorrectedMatch[] {
  const corrections = new Map<MatchId, CorrectedMatch>();
  for (const { kind, matchId, securityId: group, fields } of amendments) {
    if (kind !== 'adjust') continue;
    const [price, quantity] = [Number(fields.price!.replace('.', '')), Number(fields.quantity)];
    corrections.set(matchId, { matchId, group, price, quantity });
  }
  return [...corrections.values()];
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
  db: Db,
  date: string,
  { securityId, before, upTo, limit }: TradesRange,
): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`select * from matches
    where security_id = ${securityId} and match_id < ${before} and seq <= ${upTo}
    order by match_id desc limit ${limit}`.execute(db);
  const begin = easternInstant(date, 0);
  return rows.filter(({ matched_at }) => matched_at >= begin);
}

function ofSecurities(securityIds: readonly SecurityId[] | null): RawBuilder<unknown> {
  return securityIds === null ? sql`` : sql`and security_id in (${sql.join([...securityIds])})`;
}
