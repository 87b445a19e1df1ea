/** Refunds as credits of the files for the bank, and what comes back (A32). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import nacha from '@midlandsbank/node-nacha';
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/index.ts';
import { readNoticeFile } from '../../../../src/modules/payments/ach/returns/bank-notices.ts';
import { checkEntryFile, readBankNotices } from '../../../../src/providers/bank/index.ts';
import { noticeFile } from '../../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import { BANK, moveOf } from '../ach/fixture.ts';
import { aDeposit } from '../custody/deposits.ts';
import { type Refunds, startRefunds } from './refunds-api.ts';

function linesOf({ bank }: Refunds): string[] {
  const names = existsSync(bank.outgoing) ? readdirSync(bank.outgoing).sort() : [];
  return names.flatMap((name) => readFileSync(`${bank.outgoing}/${name}`, 'utf8').split('\n'));
}

const returned = (code: string, trace: string, cents: bigint) =>
  Buffer.from(noticeFile([{ code, trace, routingNumber: BANK.ExtRoutingnumber, cents, identification: '1' }]));

describeOnEachDatabase('refunds by ACH', (open) => {
  test('are credits of the file, next to its debits, and count apart', async () => {
    const refunds = await startRefunds(open);
    const { api, db, unwound, refund, send, trade, accountId, offeringId } = refunds;
    const first = await refund((await unwound('ACH')).tradeId, 'ACH', { amount: '60.01' });
    await db.updateTable('accounts').set({ type: 'Entity' }).where('account_id', '=', accountId).execute();
    const second = await refund((await unwound('ACH')).tradeId, 'ACH');
    fieldsOf(await moveOf({ api, accountId, offeringId } as never, await trade()));
    await send();
    const lines = linesOf(refunds);
    const [file] = readdirSync(refunds.bank.outgoing);
    checkEntryFile(readFileSync(`${refunds.bank.outgoing}/${file}`, 'utf8'), { entries: 3, cents: 26_001n });
    const heads = lines.filter((line) => line.startsWith('5')).map((line) => [line.slice(1, 4), line.slice(50, 63)]);
    expect(heads).toEqual([
      ['225', 'CCDINVESTMENT'],
      ['220', 'CCDREFUND    '],
    ]);
    const entries = lines.filter((line) => line.startsWith('6'));
    expect(entries.map((line) => [line.slice(1, 3), line.slice(39, 54).trim()])).toEqual([
      ['27', expect.any(String)],
      ['22', first.refundId],
      ['22', second.refundId],
    ]);
    expect(entries[1]).toContain(BANK.ExtRoutingnumber);
    expect(entries[1]).toContain(BANK.ExtAccountnumber);
    expect(lines.find((line) => line.startsWith('9000'))!.slice(31, 55)).toBe('000000010000000000016001');
    const [batch] = await db.selectFrom('ach_batches').selectAll().execute();
    expect(batch).toMatchObject({ entries: 1, total: '100.000000', credits: 2, credit_total: '160.010000' });
    const stored = await db.selectFrom('refunds').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(BANK.ExtAccountnumber);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are read with the debits by a parser that is not ours, with the same sums', async () => {
    const refunds = await startRefunds(open);
    const { api, db, unwound, refund, send, trade, accountId, offeringId, bank } = refunds;
    const [one, other] = [await unwound('ACH'), await unwound('ACH')];
    const made = [await refund(one.tradeId, 'ACH', { amount: '60.01' }), await refund(other.tradeId, 'ACH')];
    fieldsOf(await moveOf({ api, accountId, offeringId } as never, await trade()));
    await aDeposit(db, { client_id: 'C1', account_id: accountId, amount: '33.330000', created_at: api.nowUs });
    await send();
    const [file] = readdirSync(bank.outgoing);
    const { data } = nacha.from(readFileSync(`${bank.outgoing}/${file}`, 'utf8'));
    const entries = data.batches.flatMap((batch) => batch.entries.map((entry) => ({ batch, entry })));
    expect(
      entries.map(({ batch, entry }) => [batch.description, entry.transactionCode, entry.amount, entry.addenda?.info]),
    ).toEqual([
      ['INVESTMENT', '27', 10_000, 'Ten units'],
      ['CUSTODY', '27', 3333, accountId],
      ['REFUND', '22', 6001, expect.stringContaining('Refund of')],
      ['REFUND', '22', 10_000, expect.stringContaining('Refund of')],
    ]);
    const refunded = entries.slice(2).map(({ entry }) => entry);
    expect(refunded.map(({ identificationNumber }) => identificationNumber)).toEqual(
      made.map(({ refundId }) => refundId),
    );
    for (const { entry, batch } of entries) {
      const routing = `${entry.receivingDFIIdentification}${entry.checkDigit}`;
      expect([routing, entry.dfiAccount]).toEqual([BANK.ExtRoutingnumber, BANK.ExtAccountnumber]);
      expect(entry.traceNumber % 10_000_000).toBe(entry.addenda?.entryNum);
      expect(batch.serviceClassCode).toBe(entry.transactionCode === '22' ? 220 : 225);
    }
    const sum = (of: readonly (typeof entries)[number][], code: string) =>
      of.reduce((all, { entry }) => all + (entry.transactionCode === code ? entry.amount : 0), 0);
    const hash = (of: typeof entries) => of.reduce((all, { entry }) => all + entry.receivingDFIIdentification, 0);
    const control = (of: typeof entries) => ({
      ...{ entryAndAddendaCount: 2 * of.length, entryHash: hash(of) },
      ...{ totalDebit: sum(of, '27'), totalCredit: sum(of, '22') },
    });
    expect(data.file.footer).toMatchObject({ ...control(entries), batchCount: data.batches.length });
    for (const batch of data.batches) {
      expect(batch.footer).toMatchObject(control(entries.filter((one) => one.batch === batch)));
    }
  });

  test('come back by their trace number, also after they have settled', async () => {
    const refunds = await startRefunds(open);
    const { api, db, deps, bank, unwound, refund, send, settle, list, stateOf, balances } = refunds;
    for (const isSettled of [false, true]) {
      const { tradeId } = await unwound('ACH');
      const { refundId } = await refund(tradeId, 'ACH');
      await send();
      const [sent] = (await list({ tradeId })).refunds;
      expect(sent).toMatchObject({ status: 'Submitted', traceNumber: `12345678${refundId}` });
      if (isSettled) await settle();
      expect((await stateOf(tradeId))[0]).toBe(isSettled ? 'UNWIND SETTLED' : 'UNWIND PENDING');
      api.fired.length = 0;
      const read = (cents: bigint, name: string) =>
        readNoticeFile({ ...deps, ...bank }, name, returned('R02', sent!.traceNumber!, cents));
      expect(await read(9_999n, `a${refundId}`)).toEqual({ 'another amount': 1 });
      expect(await read(10_000n, `b${refundId}`)).toEqual({ returned: 1 });
      expect(readBankNotices(returned('R02', sent!.traceNumber!, 10_000n))[0]!.code).toBe('R02');
      const [back] = (await list({ tradeId })).refunds;
      expect(back).toMatchObject({ status: 'Returned', errors: 'R02 - Account closed' });
      expect(api.fired.map(({ method }) => method)).toEqual(['updateRefundStatus']);
      expect((await stateOf(tradeId))[3]).toBe(100);
      expect(await balances(tradeId)).toEqual({ due: -100 });
      expect((await list({ tradeId, status: 'Due' })).refunds).toMatchObject([{ amount: '100.000000', rail: 'ACH' }]);
    }
    // No further debit of the account is stopped by it.
    expect(await db.selectFrom('ach_blocks').selectAll().execute()).toEqual([]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are voided by the batch where the trade is not overpaid any more, or the debit was returned', async () => {
    const refunds = await startRefunds(open);
    const { api, db, trade, paid, unwound, refund, report, send, list, stateOf, accountId, offeringId } = refunds;
    const edited = await trade({ total_amount: '60.000000' });
    await paid('ACH', edited, '64');
    await refund(edited, 'ACH');
    fieldsOf(await api.call('PUT', 'editTrade', { accountId, offeringId, tradeId: edited, shares: 7 }));
    const { tradeId, number } = await unwound('ACH');
    await refund(tradeId, 'ACH', { amount: '50' });
    await report('ACH', number, 'Returned');
    expect((await stateOf(tradeId))[0]).toBe('UNWIND PENDING');
    await send();
    expect(linesOf(refunds)).toEqual([]);
    const [first, second] = [(await list({ tradeId: edited })).refunds[0], (await list({ tradeId })).refunds[0]];
    expect(first).toMatchObject({
      ...{ status: 'Voided', errors: 'Of the trade 0.000000 is overpaid, and 4.000000 is being refunded' },
    });
    expect(second).toMatchObject({ status: 'Voided' });
    expect((await stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('fill a file together with debits, and the rest follows in the next one', async () => {
    const refunds = await startRefunds(open);
    const { api, db, deps, bank, unwound, refund } = refunds;
    for (let made = 0; made < 5; made++) await refund((await unwound('ACH')).tradeId, 'ACH');
    api.nowUs += 4 * 86_400_000_000;
    await makeBatch({ ...deps, ...bank }, 2);
    const files = await db.selectFrom('ach_files').selectAll().orderBy('modifier').execute();
    expect(files.map(({ modifier, entries }) => [modifier, entries])).toEqual([
      ['A', 2],
      ['B', 2],
      ['C', 1],
    ]);
    expect(await db.selectFrom('refunds').selectAll().where('status', '=', 'Submitted').execute()).toHaveLength(5);
  });
});
