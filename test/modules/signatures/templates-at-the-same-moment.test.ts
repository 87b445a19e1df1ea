/** Templates that change while a trade becomes FUNDED: whichever ends first, the trade is judged by both. */
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../../src/database/schema/index.ts';
import { changeTrade, holdTrade } from '../../../src/modules/trades/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { NOW } from '../shared/records.ts';
import { startSigning } from './signing-api.ts';

const REVIEWED = { kyc_status: 'Auto Approved', aml_status: 'Auto Approved' };

/** Resolves when some connection waits for this one. */
async function isWaitedFor(db: Kysely<Schema>, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(db);
    if (rows.length > 0) return;
  }
}

describeOnEachDatabase('a trade that becomes FUNDED', (open) => {
  test.each([
    ['loses its last template', { templates: 1, account: REVIEWED, eligible: 1 }],
    ['gets its first template', { templates: 0, account: REVIEWED, eligible: 0 }],
  ] as const)('while its offering %s', async (_, { templates, account, eligible }) => {
    const database = await open();
    const { db } = database;
    const { api, accountId, tradeId, offeringId, addTemplate } = await startSigning(database);
    const template = templates === 1 ? await addTemplate() : undefined;
    await db.updateTable('accounts').set(account).where('account_id', '=', accountId).execute();
    const approvals = { rr_approval_status: 'Approved', principal_approval_status: 'Approved' };
    await db.updateTable('trades').set(approvals).where('trade_id', '=', Number(tradeId)).execute();

    const held = Promise.withResolvers<number>();
    const end = Promise.withResolvers<void>();
    const funded = db.transaction().execute(async (transaction) => {
      const trade = await holdTrade(transaction, { clientId: 'C1', tradeId: Number(tradeId) });
      await changeTrade(transaction, trade!, { trigger: 'setFunded' }, NOW);
      if (open.dialect === 'sqlite') return held.resolve(0);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      held.resolve(rows[0]!.pid);
      await end.promise;
    });
    const pid = await held.promise;
    const changed =
      template === undefined
        ? api.call('POST', 'addSubscriptionsforOffering', { offeringId, file_name: 'templatename0=nda--Agreement' })
        : api.call('POST', 'deleteSubscriptionsforOffering', { templateId: template });
    // What does not wait has ended without having seen the trade.
    if (open.dialect === 'postgres') await Promise.race([isWaitedFor(db, pid), changed]);
    end.resolve();
    await funded;
    expect((await changed).body.statusCode).toBe('101');
    const { eligible_to_close } = await db
      .selectFrom('trades')
      .select('eligible_to_close')
      .where('trade_id', '=', Number(tradeId))
      .executeTakeFirstOrThrow();
    expect(eligible_to_close).toBe(eligible);
  });
});
