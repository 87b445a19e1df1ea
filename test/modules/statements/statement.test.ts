import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MatchId, OrderId } from '../../../src/exchange/api/units.ts';
import { statementPages } from '../../../src/modules/statements/statement-pages.ts';
import { type Asked, readStatement, type Statement } from '../../../src/modules/statements/statement-reading.ts';
import { PdfWorkshop } from '../../../src/providers/pdf/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ACCOUNT, type Fields, OPERATOR, ORDER, OTHER_TRADER, SECURITY, TRADER } from '../ats/fixtures.ts';
import { openVenue, type Venue } from '../ats/venue.ts';

const APRIL_US = Date.parse('2026-04-02T12:00:00Z') * 1000;

describeOnEachDatabase('the statement of a month', (open) => {
  let venue: Venue;
  beforeEach(async () => {
    venue = await openVenue();
  });
  afterEach(() => venue.close());

  /** The list of trades waits for it (H3). */
  const reached = async () => void (await venue.get(TRADER, 'ats/trades'));
  const post = async (
    method: string,
    fields: Fields,
    caller: typeof TRADER | typeof OTHER_TRADER | typeof OPERATOR,
  ) => {
    const { body } = await venue.post(caller, method, fields, { encoding: 'json' });
    expect(body).toMatchObject({ statusCode: '101' });
  };
  const trade = async (quantity: number, fields: Fields = {}) => {
    await post('createOrder', { ...ORDER, quantity, ...fields }, TRADER);
    await post('createOrder', { ...ORDER, quantity, action: 'Sell' }, OTHER_TRADER);
  };
  const endDay = async (date: string, quantity: number) => {
    await reached();
    const end = { is_over: 1, has_positions: 0, command: 1, group_end: 1, chain_hash: '', order_id: 0, match_id: 0 };
    const place = { date, ...end, event_seq: venue.exchange.lastEventSeq(), ended_at: 0 };
    await venue.db
      .insertInto('day_ends')
      .values(place as never)
      .execute();
    const held = { date, client_id: TRADER, account_id: '', security_id: SECURITY, quantity, cost: null };
    await venue.db.insertInto('day_holdings').values(held).execute();
  };
  const read = async (asked: Partial<Asked> = {}, nowUs = venue.clock.nowUs()): Promise<Statement> => {
    const { db } = await open();
    const deps = { db, venue: venue.exchange, records: { db: venue.db, reached }, nowUs: () => nowUs };
    return readStatement(deps, { clientId: TRADER, accountId: null, month: '2026-03', ...asked });
  };
  const setPosition = (quantity: number) =>
    post('setPosition', { clientId: TRADER, securityid: String(SECURITY), quantity }, OPERATOR);

  test('goes from the end of the last day before it to now, or to the end of its last day', async () => {
    await setPosition(40);
    await endDay('2026-02-27', 40);
    await trade(100);
    const own = { accountId: '', securityId: SECURITY };
    const now = await read();
    expect(now).toMatchObject({ openingDay: '2026-02-27', closingDay: null, isOver: false });
    expect(now.positions).toEqual([{ ...own, opening: 40, bought: 100, sold: 0, closing: 140 }]);
    await endDay('2026-03-31', 140);
    await trade(7);
    const over = await read({}, APRIL_US);
    expect(over).toMatchObject({ closingDay: '2026-03-31', positions: now.positions, trades: now.trades });
    const april = await read({ month: '2026-04' }, APRIL_US);
    expect(april.positions).toEqual([{ ...own, opening: 140, bought: 7, sold: 0, closing: 147 }]);
    expect(await read({ month: '2026-01' })).toMatchObject({ openingDay: null, positions: [], trades: [] });
  });

  test('shows corrections as they are, counts no busted trade, and nothing of others', async () => {
    await trade(100);
    await trade(30, { accountid: ACCOUNT });
    const before = await read();
    expect(before.trades.map(({ side, quantity, account_id }) => [side, quantity, account_id])).toEqual([
      ['buy', 100, ''],
      ['buy', 30, ACCOUNT],
    ]);
    expect((await read({ accountId: ACCOUNT })).trades).toEqual([before.trades[1]]);
    const [first] = before.trades;
    if (first === undefined) throw new Error('nothing was matched');
    const { match_id: matchId, price, quantity } = first;
    const party = (clientId: string) => ({ clientId, accountId: null, securityId: SECURITY });
    await venue.exchange.submit({
      ...{ type: 'bust', matchId, securityId: SECURITY, reason: 'A wrong price', matched: { price, quantity } },
      ...{ buyer: party(TRADER), seller: party(OTHER_TRADER) },
    });
    const { trades, positions } = await read();
    expect(trades.map(({ end }) => end)).toEqual(['busted', null]);
    expect(positions.map(({ bought, closing }) => [bought, closing])).toEqual([
      [0, 0],
      [30, 30],
    ]);
    const other = await read({ clientId: OTHER_TRADER });
    expect(other.trades.map(({ side, account_id }) => [side, account_id])).toEqual([
      ['sell', ''],
      ['sell', ''],
    ]);
  });

  test('shows the corporate actions of the month with shares and cash', async () => {
    await setPosition(40);
    await trade(100);
    const exDate = '2026-03-04';
    const owner = { clientId: OPERATOR, byOperator: true, securityId: SECURITY } as const;
    const terms = { kind: 'cashDividend', amount: 250_000 } as const;
    const action = { terms, exDate, recordDate: null, payDate: null, note: null };
    await venue.exchange.submit({ type: 'announceAction', ...owner, action, most: 1 });
    venue.clock.moveTo(`${exDate}T17:00:00Z`);
    await venue.exchange.submit({ type: 'cancel', clientId: 'nobody', orderId: 1 as OrderId });
    const units = { before: 140_000_000n, after: 140_000_000n };
    expect((await read()).actions).toMatchObject([
      { title: 'cash dividend of 0.250000', security_id: SECURITY, ...units, cash: 10_000_000n, due: 25_000_000n },
    ]);
    expect((await read({ accountId: ACCOUNT })).actions).toEqual([]);
    expect((await read({ month: '2026-02' })).actions).toEqual([]);
  });

  test('is empty for a client of whom the history has nothing', async () => {
    const [{ db }, history] = [await open(), await open.history()];
    const records = { db: history.db, reached };
    const deps = { db, venue: venue.exchange, records, nowUs: () => venue.clock.nowUs() };
    for (const accountId of [null, ACCOUNT]) {
      const statement = await readStatement(deps, { clientId: OTHER_TRADER, accountId, month: '2026-03' });
      expect(statement).toMatchObject({ positions: [], trades: [], investments: [], payments: [] });
    }
  });

  test('is refused with more than 2,000 trades', async () => {
    await trade(1);
    await reached();
    const [match] = await venue.db.selectFrom('matches').selectAll().execute();
    if (match === undefined) throw new Error('nothing was matched');
    const many = Array.from({ length: 2000 }, (_, at) => ({
      ...match,
      match_id: (match.match_id + at + 1) as MatchId,
    }));
    for (let from = 0; from < many.length; from += 500)
      await venue.db
        .insertInto('matches')
        .values(many.slice(from, from + 500))
        .execute();
    await expect(read()).rejects.toThrow('more than 2000 trades');
  });
});

const PRICE = 10_250_000;
const STATEMENT: Statement = {
  ...{ clientId: 'C1', accountId: null, month: '2026-03', openingDay: '2026-02-27', closingDay: null, isOver: false },
  positions: [{ accountId: '', securityId: SECURITY, opening: 0, bought: 1500, sold: 100, closing: 1400 }],
  trades: (['buy', 'sell', 'buy'] as const).map((side, at) => ({
    ...{ side, match_id: (100 + at) as MatchId, security_id: SECURITY, price: PRICE, quantity: 100 * (at + 1) },
    ...{ matched_at: APRIL_US, account_id: '', end: at === 2 ? ('busted' as const) : null },
  })),
  investments: [
    {
      ...{ trade_id: 7, account_id: 'A1', offering_id: SECURITY, total_shares: '25', unit_price: '10' },
      ...{ fees: '12.345000', total_amount: '262.345', order_status: 'FUNDED', created_at: APRIL_US },
    },
  ],
  fees: ([1_000_000, -250_000] as const).map((fee, at) => ({
    ...{ changed_at: APRIL_US, match_id: (100 + at) as MatchId, order_id: (7 + at) as OrderId, account_id: null },
    ...{ security_id: SECURITY, cause: at === 0 ? 'match' : 'bust', fee },
  })),
  actions: [
    {
      ...{ changed_at: APRIL_US, account_id: '', security_id: SECURITY, title: 'cash dividend of 0.250000' },
      ...{ before: 1_400_500_000n, after: 1_400_500_000n, cash: 325_125_000n, due: 25_000_000n },
    },
  ],
  payments: [
    {
      ...{ rail: 'ACH', number: 9, client_id: 'C1', account_id: 'A1', trade_id: 7, offering_id: SECURITY },
      ...{ amount: '262.35', status: 'Settled', approval: 'Approved', errors: null, batch_day: null },
      ...{ trace_number: null, created_at: APRIL_US, updated_at: null },
    },
  ],
};
const NAMES = { client: 'Example', account: null, security: () => 'Example Security' };

test('its pages show sums of what counts', () => {
  const { tables } = statementPages(STATEMENT, NAMES);
  expect(tables.map(({ title, below }) => [title, below])).toEqual([
    ['Positions', undefined],
    ['Trades', 'Bought for $1,025.00, sold for $2,050.00.'],
    ['Corporate actions', 'Cash $325.13, passed on $25.00.'],
    ['Fees on trades', 'Fees: $0.75.'],
    ['Investments', 'Amounts $262.35, of which fees $12.35.'],
    ['Cash by payments', 'Settled: $262.35.'],
  ]);
  expect(tables[0]?.rows).toEqual([['without one', 'Example Security', '0', '1,500', '100', '1,400']]);
  expect(tables[1]?.rows[0]?.slice(3)).toEqual(['Example Security', 'buy', '100', '10.25', '$1,025.00']);
  expect(tables[2]?.rows[0]?.slice(3)).toEqual([
    'cash dividend of 0.250000',
    ...['1,400.5', '1,400.5', '$325.13', '$25.00'],
  ]);
  for (const { columns } of tables) expect(columns.reduce((sum, { width }) => sum + width, 0)).toBe(504);
});

test('its pages are a PDF file, with as many pages as its rows take', async () => {
  const workshop = new PdfWorkshop({ timers: systemTimers });
  closeAfterTest(() => workshop.close());
  const trades = Array.from({ length: 200 }, () => STATEMENT.trades).flat();
  const { bytes, pages } = await workshop.report('C1', statementPages({ ...STATEMENT, trades }, NAMES));
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  // 600 rows, some 55 on a page.
  expect(pages).toBeGreaterThan(10);
  expect(pages).toBeLessThan(15);
});
