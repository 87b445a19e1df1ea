/** What the ledger refuses (B6): the call gets 500 and changes nothing; the log says what it was to change. */
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import type { Db, Dialect } from '../../../src/database/schema/index.ts';
import { addDatabaseMetrics, DatabaseWatch } from '../../../src/service/parts/database-watch.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor } from '../trades/paying-investor.ts';
import { isRight } from './slow-ledger.ts';

/** As a fault of a posting function would: a millionth more is due than is subscribed. */
const PLANTED: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create trigger planted after insert on ledger_entries when new.kind = 'due' begin
      insert into ledger_entries (posting, event, kind, owner, amount, posted_at)
        values (new.posting, new.event, 'outside', 'bank', 1, new.posted_at);
    end`,
  ],
  postgres: [
    `create function planted() returns trigger language plpgsql as $$ begin
      if new.kind = 'due' then new.amount := new.amount + 1; end if;
      return new;
    end $$`,
    'create trigger planted before insert on ledger_entries for each row execute function planted()',
  ],
};
const DROPPED: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: ['drop trigger planted'],
  postgres: ['drop trigger planted on ledger_entries', 'drop function planted'],
};

async function run(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

describeOnBothDatabases('an impossible sum', (open) => {
  test('ends its call with 500, changes nothing, and is logged with ids and amounts alone', async () => {
    const state = { databaseFailure: null };
    const lines: unknown[] = [];
    const log = { error: (line: object, message: string) => lines.push({ ...line, message }), info: () => {} };
    const watch = new DatabaseWatch({ state, after: () => () => {}, probe: async () => {}, log: log as never });
    const registry = new Registry();
    addDatabaseMetrics(registry, watch, state);
    const database = await openDatabase(await open.migratedLocation(), {
      onImpossibleSum: (found) => watch.refused(found),
    });
    closeAfterTest(() => database.close());
    const { db, dialect } = database;
    const { api, accountId, offeringId } = await aPayingInvestor(database);
    const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, { account_id: accountId });
    await db.updateTable('offerings').set({ sold_shares: '10.000000' }).execute();
    const trade = () => db.selectFrom('trades').selectAll().executeTakeFirstOrThrow();
    const before = await trade();
    const fails = async (method: string, fields: object) => {
      const errDesc = 'wired by Ada Example';
      const { http, body } = await api.call('POST', method, { accountId, tradeId, errDesc, ...fields });
      expect([http, body.statusCode]).toEqual([500, '500']);
      expect(await trade()).toEqual(before);
      return lines.splice(0);
    };
    const message = 'the ledger refused an impossible sum';

    await run(db, PLANTED[dialect]);
    const unequal = await fails('updateTradeStatus', { orderStatus: 'FUNDED' });
    await run(db, DROPPED[dialect]);
    await isRight(db, 'refused');
    const held = { trade_id: tradeId, account_id: accountId, total_amount: '100.000000', order_status: 'CREATED' };
    const values = [expect.objectContaining({ order_status: 'FUNDED', recorded_amount: '100.000000' })];
    expect(unequal).toEqual([
      dialect === 'sqlite'
        ? {
            ...{ refused: 'ledger: a posting does not sum to 0', message, table: 'trades', values },
            before: [expect.objectContaining(held)],
          }
        : { refused: expect.stringMatching(/^ledger: a posting does not sum to 0: .*"amount": -99999999/), message },
    ]);

    await db.updateTable('ledger_balances').set({ amount: -1 }).where('kind', '=', 'subscribed').execute();
    const below = await fails('deleteTrade', {});
    await db.updateTable('ledger_balances').set({ amount: -100_000_000 }).where('kind', '=', 'subscribed').execute();
    expect(below).toEqual([
      expect.objectContaining({
        refused: expect.stringMatching(/^ledger: a balance is below what it can be/),
        message,
      }),
    ]);
    expect(JSON.stringify([unequal, below])).not.toContain('Ada');
    expect(await registry.metrics()).toContain('\nopenats_ledger_impossible_sums_total 2\n');
    await isRight(db, 'refused again');
  });
});
