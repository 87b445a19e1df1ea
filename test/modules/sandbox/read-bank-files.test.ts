/** An operator of the sandbox has the files of the bank read at once (A20). */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBatch } from '../../../src/modules/payments/ach/batch/index.ts';
import { achDebits } from '../../../src/modules/payments/ach/index.ts';
import { sandboxModule } from '../../../src/modules/sandbox/index.ts';
import { noticeFile } from '../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { microsOf } from '../../support/manual-time.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TEST_ACH } from '../payments/ach/ach-settings.ts';
import { aFundMove, BANK, batchServices, startAch } from '../payments/ach/fixture.ts';
import { fieldsOf } from '../shared/api.ts';

const MASTER = { as: 'MASTER' };

describeOnEachDatabase('sandbox/readBankFiles', (open) => {
  const start = async () => {
    const incoming = join(temporaryFolder(), 'incoming');
    mkdirSync(incoming);
    const ach = await startAch(await open(), {
      more: [
        (given) =>
          sandboxModule({ ...given, incoming, outgoing: '', ach: TEST_ACH, rails: [achDebits], settlementDays: 5 }),
      ],
    });
    const { api } = ach;
    // The file that is written below is newer than this, which no look of the service would read yet.
    api.nowUs = microsOf('2026-01-16T22:00:00Z');
    const RefNum = await aFundMove(ach);
    api.nowUs = microsOf('2026-01-16T23:00:00Z');
    await makeBatch(batchServices(ach, temporaryFolder()));
    const notice = {
      code: 'R10',
      trace: `12345678${RefNum}`,
      routingNumber: BANK.ExtRoutingnumber,
      cents: 10_000n,
      identification: RefNum,
    };
    return { api, ach, incoming, RefNum, text: noticeFile([notice]) };
  };

  test('reads what was written this moment, and says what was done with each file', async () => {
    const { api, ach, incoming, RefNum, text } = await start();
    writeFileSync(join(incoming, 'returns.txt'), text);
    writeFileSync(join(incoming, 'wrong.txt'), 'an example\n');
    const { files } = fieldsOf(await api.call('POST', 'sandbox/readBankFiles', {}, MASTER));
    expect(files).toEqual([
      { fileName: 'returns.txt', outcome: 'read', notices: { returned: 1 }, reason: null },
      { fileName: 'wrong.txt', outcome: 'refused', notices: null, reason: expect.stringMatching(/\S/) },
    ]);
    const { accountId } = ach;
    const { investorExternalAccountDetails } = fieldsOf(
      await api.call('POST', 'getExternalFundMove', { accountId, RefNum }),
    );
    expect(investorExternalAccountDetails).toMatchObject([
      { fundStatus: 'Returned', errors: expect.stringContaining('R10') },
    ]);
    expect(fieldsOf(await api.call('POST', 'sandbox/readBankFiles', {}, MASTER))).toEqual({ files: [] });
  });

  test('two calls at once read each file once', async () => {
    const { api, incoming, text } = await start();
    writeFileSync(join(incoming, 'returns.txt'), text);
    const calls = Array.from({ length: 4 }, () => api.call('POST', 'sandbox/readBankFiles', {}, MASTER));
    const answers = await Promise.all(calls);
    expect(answers.flatMap((answer) => fieldsOf(answer).files)).toHaveLength(1);
    expect(readdirSync(join(incoming, 'read'))).toEqual(['returns.txt']);
  });

  test('is for operators', async () => {
    const { api } = await start();
    expect((await api.call('POST', 'sandbox/readBankFiles', {})).body.statusCode).toBe('111');
  });
});
