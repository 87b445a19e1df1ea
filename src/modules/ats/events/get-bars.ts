import { sql } from 'kysely';
import Type from 'typebox';
import { formatDay, parseDay } from '../../../calendar/civil-date.ts';
import { easternDate, easternInstantOfDay } from '../../../calendar/eastern-time.ts';
import { formatInstant } from '../../../calendar/format-time.ts';
import type { Db } from '../../../database/schema/index.ts';
import {
  ACTIONS_KEPT,
  type Amendment,
  BAR_ADJUSTMENTS,
  type BarAdjustment,
  type MatchId,
  type MatchIds,
  priceText,
  type SecurityId,
} from '../../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, date, numericId, optional, required, wholeNumber } from '../../../http/parameters/index.ts';
import { MINUTE_US, type Microseconds } from '../../../time/units.ts';
import { pageRead } from '../../shared/list/index.ts';
import { type AtsDeps, knownSecurity, malformed, upToDate } from '../shared/index.ts';
import { adjustedSums, type Era, erasOf, joined } from './adjusted-bars.ts';
import { lastUpTo } from './event-reading.ts';
import { type CorrectedMatch, type TradeSums, tradeSums } from './trade-sums.ts';

const DAYS_MAX = 31;
const INTERVALS = ['1m', '5m', '1h', '1d'] as const;
type Interval = (typeof INTERVALS)[number];

/** Their length, the day of a clock change being one too, and of how many days one answer may have them. */
const LIMITS: Readonly<Record<Interval, { readonly length_us: number; readonly days: number }>> = {
  '1m': { length_us: MINUTE_US, days: 1 },
  '5m': { length_us: 5 * MINUTE_US, days: 5 },
  '1h': { length_us: 60 * MINUTE_US, days: DAYS_MAX },
  '1d': { length_us: 25 * 60 * MINUTE_US, days: DAYS_MAX },
};

/** S42 */
export function getBars(deps: AtsDeps): Method {
  const method = defineMethod({
    name: 'getBars',
    summary: 'Reads the bars of a security of any days',
    description:
      'An extension (S42): the first, highest, lowest and last price, shares and number of trades of each interval ' +
      'in which the security traded, oldest first. Blocks count, busted trades do not, corrected ones do as they are ' +
      `now. Intervals begin with the trading day (US Eastern). At most ${DAYS_MAX} days, of 5m 5 and of 1m one. ` +
      'Bars are as they were traded, unless adjusted says otherwise (R8).',
    refusals: [138],
    parameters: {
      securityId: required(numericId<SecurityId>()),
      interval: required(choice(INTERVALS, { description: 'The length of a bar.' })),
      date: optional(date({ description: 'The first trading day; today when absent.' })),
      days: optional(wholeNumber({ minimum: 1, maximum: DAYS_MAX, description: 'From that day on; 1 when absent.' })),
      adjusted: optional(
        choice(BAR_ADJUSTMENTS, {
          description:
            'Splits: prices and volumes of before splits and stock dividends are in the shares of now. Splits and ' +
            'Dividends: prices of before a cash dividend are also lower by its part of the price. Default No (R8).',
        }),
      ),
    },
    response: Type.Object({
      bars: Type.Array(
        Type.Object({
          time: Type.String({ description: 'When the interval began: RFC 3339, UTC, with microseconds.' }),
          date: Type.String({ description: 'The trading day, YYYY-MM-DD.' }),
          open: Type.String(),
          high: Type.String(),
          low: Type.String(),
          last: Type.String(),
          volume: Type.Integer({ description: 'Shares.' }),
          trades: Type.Integer(),
        }),
      ),
    }),
    handler: async ({ values: { securityId, interval, date: first, days = 1, adjusted = 'No' } }) => {
      knownSecurity(deps, securityId);
      const { length_us, days: daysMax } = LIMITS[interval];
      if (days > daysMax) throw malformed('days', `must be at most ${daysMax} with ${interval}`);
      const begin = parseDay(first ?? easternDate(deps.exchange.nowUs()));
      const bars = [];
      for (let day = begin; day < begin + days; day++) {
        const span = { from: easternInstantOfDay(day, 0), to: easternInstantOfDay(day + 1, 0) };
        const found = await barsOf(deps, { securityId, adjusted }, span, length_us);
        bars.push(...found.map((bar) => barFields(bar, { date: formatDay(day), from: span.from, length_us })));
      }
      return { fields: { bars } };
    },
  });
  return upToDate(deps, method);
}

async function barsOf(
  { exchange, records }: AtsDeps,
  { securityId, adjusted }: { readonly securityId: SecurityId; readonly adjusted: BarAdjustment },
  span: Span,
  interval_us: number,
): Promise<ReadBar[]> {
  const ids = await pageRead(records, 1, (on) => matchIdsIn(on, span));
  if (ids.after === ids.upTo) return [];
  const amendments = await exchange.amendmentsIn(securityId, ids);
  const actions = adjusted === 'No' ? [] : exchange.actions(securityId, Number.MAX_SAFE_INTEGER, ACTIONS_KEPT);
  const eras = erasOf(ids, actions, adjusted);
  return pageRead(records, Number.POSITIVE_INFINITY, (on) =>
    adjustedBarsIn(on, eras, { securityId, span, interval_us, amendments }),
  );
}

function barFields(
  { at, open, high, low, last, volume, trades }: ReadBar,
  { date: day, from, length_us }: { readonly date: string; readonly from: number; readonly length_us: number },
) {
  return {
    time: formatInstant(from + at * length_us),
    date: day,
    open: priceText(open),
    high: priceText(high),
    low: priceText(low),
    last: priceText(last),
    volume,
    trades,
  };
}

/** Bars of the past, from the order history (S42). */

/** From one instant up to another, microseconds since 1970 UTC. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface ReadBar extends TradeSums {
  /** How many whole intervals of its span were over when it began. */
  readonly at: number;
}

/** Matches that a statement names. */
const NAMED_MAX = 500;

/** By the ids, which rise with the times: a step in an index for each halving, however many matches there are. */
async function matchIdsIn(db: Db, { from, to }: Span): Promise<MatchIds> {
  const [after, upTo] = [from - 1, to - 1].map((time) => lastUpTo(db, 'matches', 'matched_at', time));
  return { after: await after!, upTo: await upTo! };
}

interface BarsQuery {
  readonly securityId: SecurityId;
  readonly span: Span;
  readonly ids: MatchIds;
  readonly interval_us: number;
  /** Busted matches count nowhere (V45), corrected ones as they are now (V65). */
  readonly amendments: readonly Amendment[];
}

/** A query for each era, and one bar of an interval that has trades of two. */
async function adjustedBarsIn(db: Db, eras: readonly Era[], query: Omit<BarsQuery, 'ids'>): Promise<ReadBar[]> {
  const bars = new Map<number, ReadBar>();
  for (const { ids, factors } of eras) {
    const amendments = query.amendments.filter(({ matchId }) => matchId > ids.after && matchId <= ids.upTo);
    for (const bar of await barsIn(db, { ...query, ids, amendments })) {
      const adjusted = adjustedSums(bar, factors);
      const known = bars.get(bar.at);
      bars.set(bar.at, known === undefined ? adjusted : joined(known, adjusted));
    }
  }
  return [...bars.values()];
}

/** Oldest first; intervals without a trade are left out. Adds up in the database. */
async function barsIn(db: Db, query: BarsQuery): Promise<ReadBar[]> {
  const { securityId, span, ids, interval_us, amendments } = query;
  const sums = await tradeSums(db, {
    group: sql`(matched_at - ${sql.lit(span.from)}) / ${sql.lit(interval_us)}`,
    where: sql`security_id = ${securityId} and match_id > ${ids.after} and match_id <= ${ids.upTo}`,
    busted: amendments.filter(({ bustedAt }) => bustedAt !== null).map(({ matchId }) => matchId),
    corrected: await correctedIn(db, query),
  });
  return [...sums].map(([at, of]) => ({ at, ...of })).sort((one, other) => one.at - other.at);
}

/** The corrected matches of the history that count, by interval. */
async function correctedIn(db: Db, { span, interval_us, amendments }: BarsQuery): Promise<CorrectedMatch[]> {
  const corrected = amendments.filter(({ adjusted, bustedAt }) => adjusted !== null && bustedAt === null);
  const times = await timesOf(
    db,
    corrected.map(({ matchId }) => matchId),
  );
  return corrected.flatMap(({ matchId, adjusted }) => {
    const time = times.get(matchId);
    return time === undefined ? [] : { matchId, group: Math.floor((time - span.from) / interval_us), ...adjusted! };
  });
}

async function timesOf(db: Db, matchIds: readonly MatchId[]): Promise<Map<MatchId, Microseconds>> {
  const times = new Map<MatchId, Microseconds>();
  for (let from = 0; from < matchIds.length; from += NAMED_MAX) {
    const some = matchIds.slice(from, from + NAMED_MAX);
    const read = db.selectFrom('matches').select(['match_id', 'matched_at']).where('match_id', 'in', some);
    for (const { match_id, matched_at } of await read.execute()) times.set(match_id, matched_at);
  }
  return times;
}
