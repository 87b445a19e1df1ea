import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeBatch, settleDue, writeBatchFiles } from '../../../../src/modules/payments/ach/batch/index.ts';
import { readIncomingFiles } from '../../../../src/modules/payments/ach/returns/index.ts';
import { type Notice, noticeFile } from '../../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { BANK } from '../ach/fixture.ts';
import { aCustodyTrade, bankWork, deposit, type Item, type Money, orderStatus, startMoney } from './custody-api.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Friday, an hour before the cut-off, and the cut-off. Monday is a holiday. */
const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');

/** A debit of 100 dollars of the account for a trade. */
async function aDebit(money: Money): Promise<string> {
  const { api, accountId } = money;
  const { db } = api.database;
  const tradeId = await aCustodyTrade(money);
  const trade = db.updateTable('trades').set({ transaction_type: 'ACH' }).where('trade_id', '=', tradeId);
  const { offering_id: offeringId } = await trade.returning('offering_id').executeTakeFirstOrThrow();
  const sent = { accountId, offeringId, tradeId, amount: '100', description: 'Ten units', checkNumber: '1' };
  const made = fieldsOf(await api.call('POST', 'externalFundMove', sent));
  return (made.TradeFinancialDetails as [{ RefNum: string }])[0].RefNum;
}

describeOnEachDatabase('deposits go to the bank', (open) => {
  const start = async () => {
    const money = await startMoney(open);
    const { api } = money;
    api.nowUs = FRIDAY_17_00;
    const folder = mkdtempSync(join(tmpdir(), 'openats-custody-'));
    folders.push(folder);
    const deps = bankWork(money, folder);
    mkdirSync(deps.incoming);
    const batch = async (entriesPerFile?: number) => {
      await makeBatch(deps, entriesPerFile);
      await writeBatchFiles(deps);
      return readdirSync(deps.outgoing).sort();
    };
    const content = (name: string) => readFileSync(join(deps.outgoing, name), 'utf8');
    const reported: unknown[] = [];
    const bankPuts = async (notice: Pick<Notice, 'identification' | 'code'> & Partial<Notice>) => {
      const trace = `12345678${notice.identification}`;
      const text = noticeFile([{ trace, routingNumber: BANK.ExtRoutingnumber, cents: 10_000n, ...notice }]);
      const file = join(deps.incoming, `${notice.code}.txt`);
      writeFileSync(file, text);
      utimesSync(file, api.nowUs / 1e6 - 3600, api.nowUs / 1e6 - 3600);
      await readIncomingFiles(deps, {
        read: (_, outcomes) => reported.push(outcomes),
        refused: (_, reason) => reported.push(reason),
        failed: (_, error) => reported.push(error),
      });
    };
    const read = async (referenceNumber: string | null) =>
      fieldsOf(await api.call('POST', 'getCustodyFundMove', { referenceNumber })).custodyTransaction as Item;
    return { ...money, money, bank: deps, batch, content, reported, bankPuts, read };
  };

  test('in the file of the day, byte for byte, in a batch after the debits for trades, and once', async () => {
    const { api, accountId, money, batch, content, read } = await start();
    const { referenceNumber: first } = await deposit(api, { accountId, description: 'first deposit' });
    const debit = await aDebit(money);
    const { referenceNumber: second } = await deposit(api, { accountId, amount: '2.05' });
    const { referenceNumber: voided } = await deposit(api, { accountId });
    fieldsOf(await api.call('POST', 'updateCustodyFundMove', { referenceNumber: voided, status: 'void' }));
    api.nowUs = FRIDAY_18_00;
    const { referenceNumber: late } = await deposit(api, { accountId });
    expect(await batch()).toEqual(['ach-2026-01-16-A.txt']);
    const number = (reference: string | null | undefined) => reference!.padEnd(15);
    const lines = content('ach-2026-01-16-A.txt').split('\n');
    expect(lines.slice(2, 4)).toEqual([
      `62712345678040005000601      0000010000${number(debit)}First Last            S 112345678${debit}`,
      `705Ten units${' '.repeat(71)}0001${debit}`,
    ]);
    expect(lines.slice(5, 12)).toEqual([
      '5225EXAMPLE PLATFORMCUSTODY             1987654321WEBCUSTODY         260120   1123456780000002',
      `62712345678040005000601      0000010000${number(first)}First Last            S 112345678${first}`,
      `705${`${accountId} first deposit`.padEnd(80)}0001${first}`,
      `62712345678040005000601      0000000205${number(second)}First Last            S 112345678${second}`,
      `705${accountId.padEnd(80)}0001${second}`,
      '822500000400246913560000000102050000000000001987654321                         123456780000002',
      '9000002000002000000060037037034000000020205000000000000                                       ',
    ]);
    for (const sent of [first, second]) {
      expect(await read(sent!)).toMatchObject({ status: 'Submitted', approvalStatus: 'Approved' });
    }
    expect(await read(late!)).toMatchObject({ status: 'Pending' });
    expect(await batch()).toHaveLength(1);
    const made = await api.database.db.selectFrom('ach_batches').selectAll().execute();
    expect(made.at(-1)).toMatchObject({ entries: 3, total: '202.050000' });
  });

  test('as many together with debits as a file holds', async () => {
    const { api, accountId, money, batch, content } = await start();
    const numbers = [await aDebit(money)];
    for (let count = 0; count < 4; count++) numbers.push((await deposit(api, { accountId })).referenceNumber!);
    api.nowUs = FRIDAY_18_00;
    const files = await batch(2);
    expect(files).toHaveLength(3);
    const texts = files.map(content);
    for (const number of numbers) expect(texts.filter((text) => text.includes(number.padEnd(15)))).toHaveLength(1);
  });

  test('and are settled with their trade when they did not come back, or returned, also late', async () => {
    const { api, accountId, money, bank, batch, reported, bankPuts, read } = await start();
    const tradeId = await aCustodyTrade(money);
    const { referenceNumber } = await deposit(api, { accountId, tradeId });
    const identification = referenceNumber!;
    api.nowUs = FRIDAY_18_00;
    await batch();
    api.nowUs = microsOf('2026-01-26T22:59:59Z');
    await settleDue(bank);
    expect(await read(referenceNumber!)).toMatchObject({ status: 'Submitted' });
    api.nowUs = microsOf('2026-01-26T23:00:00Z');
    await settleDue(bank);
    expect(await read(referenceNumber!)).toMatchObject({ status: 'Settled', errors: '' });
    expect(await orderStatus(money, tradeId)).toBe('FUNDED');
    await bankPuts({ identification, code: 'R01', cents: 9_999n });
    await bankPuts({ identification, code: 'R10' });
    await bankPuts({ identification, code: 'R02' });
    expect(reported).toEqual([{ 'another amount': 1 }, { returned: 1 }, { 'already Returned': 1 }]);
    const returned = await read(referenceNumber!);
    expect(returned.status).toBe('Returned');
    expect(returned.errors).toMatch(/^R10 - /);
    expect(await orderStatus(money, tradeId)).toBe('CREATED');
    expect(api.fired.filter(({ method }) => method === 'updateTradeStatus')).toHaveLength(2);
    errorOf(await api.call('POST', 'createCustodyFundMove', { accountId, amount: '1' }), '773');
  });

  test('whose notice of change corrects the bank account, and leaves the deposit as it went out', async () => {
    const { api, accountId, batch, reported, bankPuts, read } = await start();
    const { referenceNumber } = await deposit(api, { accountId });
    api.nowUs = FRIDAY_18_00;
    await batch();
    await bankPuts({ identification: referenceNumber!, code: 'C01', corrected: '40005000602' });
    expect(reported).toEqual([{ corrected: 1 }]);
    expect(await read(referenceNumber!)).toMatchObject({ status: 'Submitted', accountNumber: '40005000601' });
    expect(await deposit(api, { accountId })).toMatchObject({ accountNumber: '40005000602' });
  });
});
