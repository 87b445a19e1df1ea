/** The ledger through every trigger of trades, payments and disbursements, in any order, against a slow model. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MAIN_MIGRATIONS, migrate } from '../../../src/database/migrations/index.ts';
import type { Db, Dialect } from '../../../src/database/schema/index.ts';
import { ledgerProblems } from '../../../src/modules/ledger/index.ts';
import { tradeProblems } from '../../../src/modules/trades/money/check-trades.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { allOrFew, runs, THOROUGH } from '../../support/thorough.ts';
import { giveCash } from '../payments/custody/deposits.ts';
import { aTrade } from '../shared/records.ts';
import { RAILS, type Rail } from '../trades/rails.ts';
import { STORED, type Step, startLedger, step, TRIGGERS, type World } from './money-walk.ts';
import { balancesOfLedger, isRight } from './slow-ledger.ts';

/** A deposit goes from the custody account to escrow when its trade is closed, and comes back then. */
const CLOSED_WITH_A_DEPOSIT: readonly Step[] = (
  [
    ['pay', 2],
    ['report', 0],
    ['report', 1],
    ['status', 1],
    ['status', 4],
    ['report', 3],
  ] as const
).map(([trigger, pick]) => ({ trigger, pick, rail: 'custody', trade: 0, payment: 1 }));

/** All pairs of triggers, one after the other. */
const TIMEOUT_MS = THOROUGH ? 3_600_000 : 240_000;

const OF_RECEIPTS: ReadonlySet<string> = new Set(['receive', 'match', 'returnReceipt'] satisfies Step['trigger'][]);
const OF_REFUNDS: ReadonlySet<string> = new Set([
  ...(['giveBack', 'refundStatus', 'refundEnds', 'sendRefunds'] satisfies Step['trigger'][]),
]);

describeOnEachDatabase('the ledger of money', (open) => {
  test('is that of a slow model, and of a replay from nothing, after each step of any walk', async () => {
    const world = await startLedger(open);
    const { db } = world;
    const reached = new Set<string>();
    const walk = async (steps: readonly Step[]) => {
      const own = await begun(world);
      for (const at of steps) {
        await TRIGGERS[at.trigger](world, { ...at, tradeId: own[at.trade % own.length]! });
        await isRight(db, at);
      }
      const events = await db.selectFrom('ledger_entries').select('event').distinct().execute();
      for (const { event } of events) reached.add(event);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), walk), {
      numRuns: runs(4, 150),
      endOnFailure: true,
      examples: [[CLOSED_WITH_A_DEPOSIT]],
    });
    if (THOROUGH)
      expect([...reached].sort()).toEqual(
        [
          ...['cancel', 'chargeBack', 'close', 'correct', 'disburse', 'edit', 'match', 'pay', 'receive', 'record'],
          ...['refund', 'release', 'reserve', 'return', 'settle', 'submit', 'subscribe', 'unmatch', 'unwind', 'void'],
        ].sort(),
      );
  });

  test('is made from the records of a release before, once, and goes on from there', async () => {
    const world = await startLedger(open);
    const { db } = world;
    const { dialect } = world.api.database;
    const walk = async (steps: readonly Step[]) => {
      const own = await begun(world);
      for (const at of steps) await TRIGGERS[at.trigger](world, { ...at, tradeId: own[at.trade % own.length]! });
    };
    const steps = fc.sample(step, { numRuns: runs(150, 2000), seed: 7 });
    // The release before had no receipts and no refunds.
    const known = steps.filter(({ trigger }) => !OF_RECEIPTS.has(trigger) && !OF_REFUNDS.has(trigger));
    await walk([...CLOSED_WITH_A_DEPOSIT.slice(0, 5), ...known]);
    const before = await balancesOfLedger(db);
    await withoutLedger(db, dialect);
    await migrate(db, dialect, 'main', MAIN_MIGRATIONS);
    expect(await balancesOfLedger(db)).toEqual(before);
    await isRight(db, 'imported');
    const events = await db.selectFrom('ledger_entries').select('event').distinct().execute();
    expect(events).toEqual([{ event: 'import' }]);
    await walk(steps.slice(0, 60));
    await isRight(db, 'walked on');
  });

  test('keeps its entries: nobody changes or deletes one, or adds one without its other side', async () => {
    const { db, ...world } = await startLedger(open);
    await aFeeTrade({ db, ...world });
    const entries = () => db.selectFrom('ledger_entries').selectAll().orderBy('entry_id').execute();
    const before = await entries();
    const ofTrade = before.filter(({ trade_id }) => trade_id !== null);
    expect(ofTrade.map(({ event, kind, amount }) => [event, kind, Number(amount)])).toEqual([
      ['subscribe', 'due', 101_500_000],
      ['subscribe', 'fees', -1_500_000],
      ['subscribe', 'subscribed', -100_000_000],
    ]);
    const kept = 'entries of the ledger are never changed';
    await expect(db.updateTable('ledger_entries').set({ amount: 1 }).execute()).rejects.toThrow(kept);
    await expect(db.deleteFrom('ledger_entries').execute()).rejects.toThrow(kept);
    expect(await entries()).toEqual(before);
    // More than an account can hold.
    const largest = { total_amount: '9000000000000.000001', fees: '0.000000' };
    await expect(db.updateTable('trades').set(largest).execute()).rejects.toThrow();
    expect(await entries()).toEqual(before);
    await isRight(db, 'refused');
    // One without its other side: PostgreSQL refuses it; on SQLite, which has triggers of single rows, verify names it.
    const posting = Math.max(...before.map((entry) => entry.posting)) + 1;
    const onlySide = { posting, event: 'correct', kind: 'cash', owner: 'A1', amount: 5, posted_at: 1 };
    const added = () =>
      db
        .insertInto('ledger_entries')
        .values(onlySide as never)
        .execute();
    if (world.api.database.dialect === 'postgres') {
      await expect(added()).rejects.toThrow('ledger: a posting does not sum to 0: ');
      expect(await entries()).toEqual(before);
    } else {
      await added();
      expect(await ledgerProblems(db)).toContain(`ledger: posting ${posting} sums to 5 and not to 0`);
    }
  });

  test('is right after each pair of triggers at the same moment, on every rail', { timeout: TIMEOUT_MS }, async () => {
    const pairs = RACING.flatMap((one, at) => RACING.slice(at).map((other) => [one, other] as const));
    const all = RAILS.flatMap((rail) =>
      pairs.flatMap((pair) => {
        const ofRefunds = pair.some(({ trigger }) => OF_REFUNDS.has(trigger));
        const states = ofRefunds ? (['refund', 'sentRefund'] as const) : (['ordered', 'submitted'] as const);
        return states.map((state) => ({ rail, pair, state }));
      }),
    );
    let world = await startLedger(open);
    for (const [index, { rail, pair, state }] of allOrFew(all, runs(40, 40)).entries()) {
      // The slow model reads all trades.
      if (index % 200 === 199) world = await startLedger(open);
      const tradeId = await aFeeTrade(world);
      const about = await paidInPart(world, { rail, tradeId, state });
      await Promise.all(pair.map((one) => TRIGGERS[one.trigger](world, about(one))));
      await isRight(world.db, { rail, pair, state });
    }
  });

  test('is right after calls about many trades of one offering at the same moment', async () => {
    const world = await startLedger(open);
    const { db } = world;
    for (let round = 0; round < runs(3, 20); round++) {
      const own: number[] = [];
      for (let made = 0; made < 4; made++) own.push(await aFeeTrade(world));
      const paid = own.map((tradeId, at) => ({ rail: RAILS[at % 3]!, tradeId, pick: 3, trade: 0 }));
      for (const one of paid) await TRIGGERS.pay(world, { ...one, trigger: 'pay' });
      const calls = (fc.sample(step, { numRuns: 40, seed: round }) as Step[]).filter(
        ({ trigger }) => trigger !== 'put',
      );
      await Promise.all(
        calls.map((at) => TRIGGERS[at.trigger](world, { ...at, tradeId: own[at.trade % own.length]! })),
      );
      await isRight(db, round);
      // The units of these trades were never sold.
      const problems = (await tradeProblems(db)).filter((problem) => !problem.startsWith('trades: offering '));
      expect(problems).toEqual([]);
    }
  });
});

type Racer = Pick<Step, 'trigger' | 'pick'>;

const RACING: readonly Racer[] = [
  // Of what the operator reports: Submitted, Settled, Returned.
  ...[0, 1, 3].map((pick) => ({ trigger: 'report', pick }) as const),
  ...([0, 1, 4] as const).map((pick) => ({ trigger: 'status', pick }) as const),
  ...(['void', 'sandbox', 'editTrade', 'cancel', 'deleteTrade', 'pay', 'match', 'returnReceipt'] as const).map(
    (trigger) => ({ trigger, pick: 0 }),
  ),
  ...[3, 4].map((pick) => ({ trigger: 'match', pick }) as const),
  // By ACH, card, custody and wire; the end of a refund; the batch, with an answer of the processor and without.
  ...[0, 1, 2, 3].map((pick) => ({ trigger: 'giveBack', pick }) as const),
  ...[0, 1, 2].map((pick) => ({ trigger: 'refundStatus', pick }) as const),
  ...[0, 1].map((pick) => ({ trigger: 'sendRefunds', pick }) as const),
];

interface Paid {
  readonly rail: Rail;
  readonly tradeId: number;
  /** Of its payment: Pending or Submitted; or it is to be unwound, and has a refund, Pending or sent. */
  readonly state: 'ordered' | 'submitted' | 'refund' | 'sentRefund';
}

/** A trade with a payment of a part, so that a wire may pay the rest or more; answers steps about it. */
async function paidInPart(world: World, { rail, tradeId, state }: Paid): Promise<(one: Racer) => Step & Paid> {
  const own = { rail, tradeId, state, trade: 0 };
  await TRIGGERS.pay(world, { ...own, trigger: 'pay', pick: state === 'ordered' ? 1 : 3 });
  await receive(world, tradeId);
  const payment = (await world.numbers(STORED[rail].table, STORED[rail].id)).length - 1;
  const receipt = (await world.numbers('receipts', 'receipt_id')).length - 1;
  // Reports and voids name the payment by its place in the list, and the state by its rest; refunds the newest one.
  const placeOf = (trigger: Step['trigger']) =>
    OF_RECEIPTS.has(trigger) ? receipt : OF_REFUNDS.has(trigger) ? 0 : payment;
  const about = (one: Racer) => ({ ...own, ...one, payment: placeOf(one.trigger) });
  const before: Racer[] = state === 'ordered' ? [] : [{ trigger: 'report', pick: 0 }];
  if (state === 'refund' || state === 'sentRefund') {
    const refund = { trigger: 'giveBack', pick: 10 + RAILS.indexOf(rail) } as const;
    before.push({ trigger: 'report', pick: 1 }, { trigger: 'cancel', pick: 0 }, refund);
  }
  if (state === 'sentRefund') before.push({ trigger: 'sendRefunds', pick: 1 });
  for (const one of before) await TRIGGERS[one.trigger](world, about(one));
  return about;
}

/** Two trades, and cash for disbursements. */
async function begun(world: World): Promise<readonly number[]> {
  await giveCash(world.db, world.accountId, '1000.000000');
  return [await aFeeTrade(world), await aFeeTrade(world)];
}

/** A wire of 60 dollars that no trade has. */
async function receive({ post, offeringId }: World, number: number): Promise<void> {
  const said = { offeringId, amount: 60, receivedDate: '2029-12-31', payer: 'First Last', reference: `wire ${number}` };
  expect((await post('admin/recordWire', said, 'MASTER')).body.statusCode).toBe('101');
}

/** A trade of 100 dollars with fees of 1.50. */
async function aFeeTrade({ db, accountId, offeringId }: Pick<World, 'db' | 'accountId' | 'offeringId'>) {
  const of = { account_id: accountId, transaction_type: 'ACH', fees: '1.500000', total_amount: '101.500000' };
  return (await aTrade(db, 'C1', offeringId, of)).trade_id;
}

/** As the release before left it. */
async function withoutLedger(db: Db, dialect: Dialect): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const named =
    dialect === 'sqlite'
      ? `select 'drop trigger ' || name as statement from sqlite_master where type = 'trigger' and name like '%ledger%'`
      : `select 'drop function ' || proname || ' cascade' as statement from pg_proc
        where pronamespace = current_schema()::regnamespace and proname like '%ledger%'`;
  const { rows } = await sql.raw<{ statement: string }>(named).execute(db);
  for (const { statement } of rows) await run(statement);
  await run('drop view ledger_positions');
  for (const column of ['credits', 'credit_total']) await run(`alter table ach_batches drop column ${column}`);
  for (const table of ['ledger_entries', 'ledger_balances', 'shortfalls', 'receipt_matches', 'receipts', 'refunds']) {
    await run(`drop table ${table}`);
  }
  await run(`delete from id_sequences where kind = 'receipt'`);
  if (dialect === 'postgres') await run('drop sequence ledger_postings');
  for (const step of ['ledger', 'receipts', 'refunds', 'shortfalls']) {
    await run(`delete from schema_migrations where name like '%-expand-${step}'`);
  }
}
