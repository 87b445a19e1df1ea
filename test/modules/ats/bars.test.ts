import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { easternDate, easternInstant, endOfDate } from '../../../src/calendar/eastern-time.ts';
import { formatInstant } from '../../../src/calendar/format-time.ts';
import type { Command } from '../../../src/exchange/api/commands.ts';
import type { CorporateAction } from '../../../src/exchange/api/corporate-actions.ts';
import type { MatchId, SecurityId } from '../../../src/exchange/api/units.ts';
import { type Fields, faulty, OTHER_SECURITY, refused, SECURITY, TRADER } from './fixtures.ts';
import { enter, offer, openForEachTest, venue } from './venue-for-each-test.ts';

/** Matches of the history, over all runs: a busted one stays so. */
let matches = 1001;
openForEachTest();

const MINUTE_US = 60_000_000;
const LENGTHS = { '1m': MINUTE_US, '5m': 5 * MINUTE_US, '1h': 60 * MINUTE_US, '1d': 25 * 60 * MINUTE_US };
type Interval = keyof typeof LENGTHS;

const ask = async (fields: Fields) =>
  (await venue.post(TRADER, 'getBars', { securityId: SECURITY, ...fields })).body as { bars: Fields[] };

interface Trade {
  readonly match_id: MatchId;
  readonly matched_at: number;
  readonly price: number;
  readonly quantity: number;
  readonly isBusted: boolean;
  /** null: it holds as it was matched. */
  readonly correction: { readonly price: number; readonly quantity: number } | null;
}

/** Bars of a day, one trade after the other. */
function naive(
  trades: readonly Trade[],
  date: string,
  interval: Interval,
  actions: readonly CorporateAction[] = [],
): Fields[] {
  const begin = easternInstant(date, 0);
  const bars = new Map<number, { open: number; high: number; low: number; last: number; trades: number }>();
  const traded = new Map<number, Map<string, number>>();
  for (const { matched_at, isBusted, correction, ...matched } of trades) {
    const terms = correction ?? matched;
    const { to, from } = ratioSince(matched.match_id, actions);
    const price = Math.max(1, Math.round((terms.price * from) / to));
    if (isBusted || easternDate(matched_at) !== date) continue;
    const at = Math.floor((matched_at - begin) / LENGTHS[interval]);
    // Shares are rounded once for those between two actions.
    const ratio = `${to}:${from}`;
    const volumes = traded.get(at) ?? new Map<string, number>();
    traded.set(at, volumes.set(ratio, (volumes.get(ratio) ?? 0) + (terms.quantity * to) / from));
    const bar = bars.get(at) ?? { open: price, high: price, low: price, last: price, trades: 0 };
    bars.set(at, {
      open: bar.open,
      high: Math.max(bar.high, price),
      low: Math.min(bar.low, price),
      last: price,
      trades: bar.trades + 1,
    });
  }
  const text = (price: number) => (price / 1e6).toFixed(6);
  const volumeOf = (at: number) =>
    traded
      .get(at)!
      .values()
      .reduce((sum, volume) => sum + Math.round(volume), 0);
  return [...bars].map(([at, { open, high, low, last, trades: count }]) => ({
    ...{ time: formatInstant(begin + at * LENGTHS[interval]), date, volume: volumeOf(at), trades: count },
    ...{ open: text(open), high: text(high), low: text(low), last: text(last) },
  }));
}

/** Puts the trades into the history in the place of what is there. */
async function store(trades: readonly Trade[]): Promise<void> {
  await venue.db
    .deleteFrom('matches')
    .where('match_id', '>', 100_100 as MatchId)
    .execute();
  const [row] = await venue.db.selectFrom('matches').selectAll().execute();
  const rows = trades.map(({ isBusted, correction, ...trade }, index) => ({
    ...row!,
    ...trade,
    seq: 1000 + 10 * index,
  }));
  if (rows.length > 0) await venue.db.insertInto('matches').values(rows).execute();
  const holder = { clientId: TRADER, accountId: null, securityId: SECURITY };
  const commands: Command[] = trades.flatMap(({ match_id: matchId, price, quantity, isBusted, correction }) => {
    const named = { matchId, reason: 'why', matched: { price, quantity }, buyer: holder, seller: holder };
    return [
      ...(correction === null ? [] : [{ type: 'adjust' as const, ...named, ...correction }]),
      ...(isBusted ? [{ type: 'bust' as const, ...named }] : []),
    ];
  });
  await Promise.all(commands.map((command) => venue.exchange.submit(command)));
}

const DATES = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'];

const [aPrice, aQuantity] = [fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 1000 })];
type Drawn = typeof aTrade extends fc.Arbitrary<infer T> ? T : never;
const aTrade = fc.record({
  date: fc.constantFrom(...DATES),
  share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  price: aPrice,
  quantity: aQuantity,
  isBusted: fc.boolean(),
  correction: fc.option(fc.record({ price: aPrice, quantity: aQuantity })),
});

/** In the order of their times, with the next ids. */
function tradesOf(drawn: readonly Drawn[]): Trade[] {
  const times = drawn.map(({ date: of, share, ...rest }) => {
    const begin = easternInstant(of, 0);
    return { ...rest, matched_at: begin + Math.floor(share * (endOfDate(of) - begin)) };
  });
  times.sort((one, other) => one.matched_at - other.matched_at);
  return times.map((trade) => ({ ...trade, match_id: (++matches * 100) as MatchId }));
}

interface Split {
  readonly actionId: number;
  readonly to: number;
  readonly from: number;
  readonly lastMatch: MatchId;
}

function effective({ actionId, to, from, lastMatch }: Split): CorporateAction {
  return {
    ...{ actionId, securityId: Number(SECURITY) as SecurityId, state: 'effective', byOperator: false, reason: null },
    ...{ exDate: '2026-03-07', recordDate: null, payDate: null, note: null, declaredAt: 1, endedAt: 2 },
    terms: { kind: 'split', to, from, fractions: 'up', cashPrice: null },
    effect: { lastMatch, price: null },
  };
}

/** In the place of those that there are. */
function setActions(actions: readonly CorporateAction[]): void {
  for (let actionId = 1; actionId <= 3; actionId++) {
    const none = effective({ actionId, to: 1, from: 1, lastMatch: 1 as MatchId });
    venue.exchange.state.actions.set(actions.find((action) => action.actionId === actionId) ?? none);
  }
}

type Ratio = Pick<Split, 'to' | 'from'>;

/** What the terms of a match are in the shares of now: as exact fractions. */
function ratioSince(matchId: MatchId, actions: readonly CorporateAction[]): Ratio {
  const since = actions.filter(({ effect }) => matchId <= effect!.lastMatch).map(({ terms }) => terms as Ratio);
  return since.reduce<Ratio>((all, { to, from }) => ({ to: all.to * to, from: all.from * from }), { to: 1, from: 1 });
}

describe('getBars (S42)', () => {
  beforeEach(async () => {
    await offer({ quantity: '30' });
    await enter({ quantity: '30' });
    // Of this first trade there are no bars in the days of the property.
    await ask({ interval: '1d' });
  });

  test('shows a trade of today in the bar of its interval', async () => {
    const price = '10.250000';
    const bar = { date: '2026-03-02', open: price, high: price, low: price, last: price, volume: 30, trades: 1 };
    const times = { '1m': '15:00', '5m': '15:00', '1h': '15:00', '1d': '05:00' };
    for (const [interval, at] of Object.entries(times)) {
      const { bars } = await ask({ interval });
      expect(bars).toEqual([{ ...bar, time: `2026-03-02T${at}:00.000000Z` }]);
    }
    expect((await ask({ interval: '1m', securityId: OTHER_SECURITY })).bars).toEqual([]);
    expect((await ask({ interval: '1d', date: '2026-03-01' })).bars).toEqual([]);
    expect((await ask({ interval: '1d', date: '2026-02-20', days: 31 })).bars).toHaveLength(1);
  });

  test('are those of the trades one by one, also where clocks change and where trades are busted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aTrade, { maxLength: 60 }), fc.constantFrom(...DATES), async (drawn, date) => {
        const trades = tradesOf(drawn);
        await store(trades);
        for (const interval of Object.keys(LENGTHS) as Interval[]) {
          expect((await ask({ interval, date })).bars).toEqual(naive(trades, date, interval));
        }
        const three = DATES.slice(0, 3).flatMap((day) => naive(trades, day, '1h'));
        expect((await ask({ interval: '1h', date: DATES[0]!, days: 3 })).bars).toEqual(three);
      }),
      { numRuns: 20 },
    );
  });

  test('adjusted, are those of the trades one by one in the shares of now (R8)', async () => {
    const aSplit = fc
      .record({ share: fc.nat(100), to: fc.integer({ min: 1, max: 9 }), from: fc.integer({ min: 1, max: 9 }) })
      .filter(({ to, from }) => to !== from);
    await fc.assert(
      fc.asyncProperty(
        fc.array(aTrade, { maxLength: 30 }),
        fc.array(aSplit, { maxLength: 3 }),
        async (drawn, splits) => {
          const trades = tradesOf(drawn);
          await store(trades);
          const actions = splits.map(({ share, ...ratio }, index) => {
            const before = trades[Math.floor((share / 101) * trades.length)];
            return effective({ ...ratio, actionId: index + 1, lastMatch: (before?.match_id ?? 1) as MatchId });
          });
          setActions(actions);
          for (const interval of ['5m', '1d'] as const) {
            for (const date of DATES) {
              expect((await ask({ interval, date, adjusted: 'Splits' })).bars).toEqual(
                naive(trades, date, interval, actions),
              );
            }
          }
          expect((await ask({ interval: '1d', date: DATES[0]! })).bars).toEqual(naive(trades, DATES[0]!, '1d'));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('with dividends, prices are lower by its part of the price, and volumes stay (R8)', async () => {
    const [of] = DATES as [string];
    const drawn = { date: of, share: 0.5, price: 9_000_000, quantity: 7, isBusted: false, correction: null };
    const [trade] = tradesOf([drawn]) as [Trade];
    await store([trade]);
    const split = effective({ actionId: 1, to: 3, from: 1, lastMatch: trade.match_id });
    const paid = effective({ actionId: 2, to: 1, from: 1, lastMatch: trade.match_id });
    const terms = { kind: 'cashDividend', amount: 1_000_000 } as const;
    const effect = { lastMatch: trade.match_id, price: 4_000_000 };
    setActions([split, { ...paid, terms, effect }]);
    const lastOf = async (adjusted: string) => (await ask({ interval: '1d', date: of, adjusted })).bars[0];
    expect(await lastOf('No')).toMatchObject({ last: '9.000000', volume: 7 });
    expect(await lastOf('Splits')).toMatchObject({ last: '3.000000', volume: 21 });
    expect(await lastOf('Splits and Dividends')).toMatchObject({ last: '2.250000', volume: 21 });
  });

  test('are added up from an index', async () => {
    const statement = sql`explain query plan select (matched_at - 5) / 7 as at, max(price) from matches
      where security_id = 1 and match_id > 5 and match_id <= 9 group by 1`;
    const plan = JSON.stringify((await statement.execute(venue.db)).rows);
    expect(plan).toContain('USING INDEX matches_security (security_id=? AND match_id>? AND match_id<?)');
  });

  test('refuses what it cannot answer, naming the field', async () => {
    expect(await ask({ securityId: '1', interval: '1m' })).toEqual(refused(138, 'there is no such security'));
    expect(await ask({ interval: '2m' })).toMatchObject({ statusCode: '106' });
    expect(await ask({ interval: '1m', days: 2 })).toEqual(faulty('days', 'must be at most 1 with 1m'));
    expect(await ask({ interval: '1d', days: 32 })).toMatchObject({ statusCode: '106' });
  });
});
