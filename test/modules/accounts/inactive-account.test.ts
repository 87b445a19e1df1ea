/** What begins with an account is refused while the account is archived or deleted, in every module alike (C5). */
import { expect, test } from 'vitest';
import { accreditationModule } from '../../../src/modules/accreditation/index.ts';
import { exampleRequests, readRecorded } from '../../../src/modules/examples/index.ts';
import { achModule } from '../../../src/modules/payments/ach/index.ts';
import { cardsModule } from '../../../src/modules/payments/cards/index.ts';
import { SandboxProcessor } from '../../../src/providers/cards/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { sampleFile } from '../../support/sample-files.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { custodyModule } from '../payments/custody/custody-api.ts';
import { fieldsOf } from '../shared/api.ts';
import { aTrade } from '../shared/records.ts';
import { aPayingInvestor, type PayingInvestor } from '../trades/paying-investor.ts';

/** Methods that archived accounts are open to, each with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  createExternalAccount: 'stores bank details; nothing is debited',
  updateExternalAccount: 'stores bank details; nothing is debited',
  deleteExternalAccount: 'removes data',
  deleteCreditCard: 'removes data',
  updateAiRequest: 'changes a request that there is',
};

/** Methods of clients that name an account and change something. */
function changing({ deps }: PayingInvestor) {
  const cards = { ...deps, cards: new SandboxProcessor(), cardAmountMax: 5000 };
  const modules = [
    achModule({ ...deps, ach: TEST_ACH }),
    cardsModule(cards),
    custodyModule(deps),
    accreditationModule(deps),
  ];
  return modules
    .flat()
    .filter(({ name, operator, parameters, refusals = [] }) => {
      const namesAccount = 'accountId' in parameters && refusals.includes(148);
      return namesAccount && operator !== true && !name.startsWith('get') && !Object.hasOwn(OPEN, name);
    })
    .map(({ name }) => name);
}

describeOnEachDatabase('an account', (open) => {
  test('that is archived or deleted begins no payment, custody account, link or verification', async () => {
    const investor = await aPayingInvestor(await open(), [accreditationModule]);
    const { api, accountId, offeringId } = investor;
    const { db } = api.database;
    const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, {
      account_id: accountId,
      transaction_type: 'ACH',
    });
    const examples = exampleRequests(readRecorded().ids);
    const own = { accountId, offeringId, tradeId, amount: '100', createdIpAddress: '192.0.2.1' };
    const answer = async (name: string) => {
      const uploads = name === 'uploadVerificationDocument';
      const fields = { ...examples[name], ...own, ...(uploads ? { userfile: sampleFile('pdf') } : {}) };
      const { body } = await api.call('POST', name, fields, { encoding: uploads ? 'multipart' : 'json' });
      return [name, body.statusCode];
    };
    const names = changing(investor);
    expect(names).toEqual(expect.arrayContaining(['externalFundMove', 'ccFundMove', 'createCustodyFundMove']));
    const inactive = names.map((name) => [name, '148']);
    const set = (values: { archived?: number; deleted_at?: number | null }) =>
      db.updateTable('accounts').set(values).where('account_id', '=', accountId).execute();
    fieldsOf(await api.call('POST', 'updateAccountArchiveStatus', { accountId, archiveStatus: '1' }));
    expect(await Promise.all(names.map(answer))).toEqual(inactive);
    await set({ archived: 0, deleted_at: api.nowUs });
    expect(await Promise.all(names.map(answer))).toEqual(inactive);
    await set({ deleted_at: null });
    expect((await Promise.all(names.map(answer))).filter(([, code]) => code === '148')).toEqual([]);
  });
});
