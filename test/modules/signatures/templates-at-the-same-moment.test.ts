/** Templates that change while a trade becomes FUNDED: whichever ends first, the trade is judged by both. */
import { expect, test } from 'vitest';
import { changeTrade, holdTrade } from '../../../src/modules/trades/index.ts';
import { describeOnBothDatabases } from '../../support/database.ts';
import { holdUntilReleased, isWaitedFor } from '../../support/held-transaction.ts';
import { NOW } from '../shared/records.ts';
import { startSigning } from './signing-api.ts';

const REVIEWED = { kyc_status: 'Auto Approved', aml_status: 'Auto Approved' };

describeOnBothDatabases('a trade that becomes FUNDED', (open) => {
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

    const { holder, release, pid } = await holdUntilReleased(db, open.dialect, async (transaction) => {
      const trade = await holdTrade(transaction, { clientId: 'C1', tradeId: Number(tradeId) });
      await changeTrade(transaction, trade!, { trigger: 'setFunded' }, NOW);
    });
    const changed =
      template === undefined
        ? api.call('POST', 'addSubscriptionsforOffering', { offeringId, file_name: 'templatename0=nda--Agreement' })
        : api.call('POST', 'deleteSubscriptionsforOffering', { templateId: template });
    // What does not wait has ended without having seen the trade.
    if (open.dialect === 'postgres') await Promise.race([isWaitedFor(db, pid), changed]);
    release();
    await holder;
    expect((await changed).body.statusCode).toBe('101');
    const { eligible_to_close } = await db
      .selectFrom('trades')
      .select('eligible_to_close')
      .where('trade_id', '=', Number(tradeId))
      .executeTakeFirstOrThrow();
    expect(eligible_to_close).toBe(eligible);
  });
});
