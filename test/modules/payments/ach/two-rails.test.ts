/** Batches, settlements and files of the bank with debits of both rails: payments of trades, and deposits. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeBatch, settleDue, writeBatchFiles } from '../../../../src/modules/payments/ach/batch/index.ts';
import { readNoticeFile } from '../../../../src/modules/payments/ach/returns/bank-notices.ts';
import { skipIds } from '../../../../src/modules/shared/ids/ids.ts';
import { requireCanBePaid } from '../../../../src/modules/trades/index.ts';
import { noticeFile } from '../../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { fieldsOf } from '../../shared/api.ts';
import { aCustodyTrade, bankWork, deposit, startMoney } from '../custody/custody-api.ts';
import { BANK } from './fixture.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A Friday; the Monday after it is a holiday. */
const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');

describeOnEachDatabase('debits of both rails', (open) => {
  const start = async () => {
    const money = await startMoney(open);
    const { api, accountId } = money;
    const { db } = api.database;
    api.nowUs = FRIDAY_17_00;
    const folder = mkdtempSync(join(tmpdir(), 'openats-rails-'));
    folders.push(folder);
    const deps = bankWork(money, folder);
    mkdirSync(deps.incoming);
    const aDebit = async () => {
      const tradeId = await aCustodyTrade(money);
      const trade = db.updateTable('trades').set({ transaction_type: 'ACH' }).where('trade_id', '=', tradeId);
      const { offering_id: offeringId } = await trade.returning('offering_id').executeTakeFirstOrThrow();
      const sent = { accountId, offeringId, tradeId, amount: '100', description: 'Ten units', checkNumber: '1' };
      const made = fieldsOf(await api.call('POST', 'externalFundMove', sent));
      return Number((made.TradeFinancialDetails as [{ RefNum: string }])[0].RefNum);
    };
    const aDeposit = async () => Number((await deposit(api, { accountId })).referenceNumber);
    const make = { debit: aDebit, deposit: aDeposit };
    /** The number of the next debit of both rails. */
    const nextNumber = async (number: number) => {
      await skipIds(db, 0);
      await db.updateTable('id_sequences').set({ next_id: number }).where('kind', '=', 'ach_fund_move').execute();
    };
    const statuses = async () => {
      const debits = await db.selectFrom('ach_fund_moves').select(['ref_num', 'fund_status as status']).execute();
      const deposits = await db.selectFrom('custody_fund_moves').select(['reference_number', 'status']).execute();
      return new Map([
        ...debits.map(({ ref_num, status }) => [ref_num, status] as const),
        ...deposits.map(({ reference_number, status }) => [reference_number, status] as const),
      ]);
    };
    const files = async () => {
      await writeBatchFiles(deps);
      const names = existsSync(deps.outgoing) ? readdirSync(deps.outgoing).sort() : [];
      return names.map((name) => readFileSync(join(deps.outgoing, name), 'utf8').split('\n'));
    };
    const returned = (code: string, trace: string) =>
      noticeFile([{ code, trace, routingNumber: BANK.ExtRoutingnumber, cents: 10_000n, identification: '1' }]);
    return { api, db, deps, make, nextNumber, statuses, files, returned };
  };

  test('share the room of cents of a file', async () => {
    const { api, deps, make, files } = await start();
    for (let count = 0; count < 2; count++) await make.deposit();
    api.nowUs = FRIDAY_18_00;
    const [debits, deposits] = deps.rails as [(typeof deps.rails)[0], (typeof deps.rails)[0]];
    // They leave room for one deposit of 100 dollars, and not for two.
    const amounts = [...Array<bigint>(99).fill(9_999_999_999n), 9_999_985_098n];
    const numbers = { routingNumber: BANK.ExtRoutingnumber, accountNumber: BANK.ExtAccountnumber };
    const heading = {
      ...{ direction: 'debit', entryClass: 'WEB', companyName: 'One', discretionaryData: '', entryDescription: 'ONE' },
    } as const;
    const large = amounts.splice(0).map((cents, sequence) => ({
      ...{ key: 'one', heading, amount: (Number(cents) / 100).toFixed(6) },
      entry: {
        ...{ ...numbers, accountType: 'Checking' as const, cents, identification: '1', receiverName: 'First Last' },
        ...{ sequence, information: '' },
      },
    }));
    const first = Object.assign(Object.create(debits), { submit: async () => large.splice(0) });
    await makeBatch({ ...deps, rails: [first, deposits] });
    const all = await files();
    expect(all.map((lines) => lines.filter((line) => line.startsWith('6')).length)).toEqual([101, 1]);
    const controls = all.map((lines) => lines.find((line) => line.startsWith('9000'))?.slice(31, 43));
    expect(controls).toEqual(['999999994999', '000000010000']);
  });

  test('have their traces in ascending order, also where their seven digits begin again', async () => {
    const { api, deps, make, nextNumber, files } = await start();
    await nextNumber(9_999_999);
    for (const rail of ['debit', 'deposit', 'deposit'] as const) await make[rail]();
    await nextNumber(19_999_999);
    for (const rail of ['deposit', 'deposit'] as const) await make[rail]();
    api.nowUs = FRIDAY_18_00;
    await makeBatch(deps);
    const [lines] = await files();
    const traces = Map.groupBy(
      lines!.filter((line) => line.startsWith('6')),
      (line) => line.slice(39, 54).trim(),
    );
    expect(traces.size).toBe(5);
    const inFile = lines!
      .filter((line) => /^[56]/.test(line))
      .map((line) => (line[0] === '5' ? '' : line.slice(79, 94)));
    for (let at = 1; at < inFile.length; at++) expect(inFile[at] === '' || inFile[at]! >= inFile[at - 1]!).toBe(true);
  });

  test.each([
    ['debit', 'deposit'],
    ['deposit', 'debit'],
  ] as const)('of one trace number: a file of the bank is about the newest (%s, then %s)', async (older, newer) => {
    const { api, deps, make, nextNumber, statuses, returned } = await start();
    await nextNumber(1_000_007);
    const first = await make[older]();
    await nextNumber(11_000_007);
    const second = await make[newer]();
    api.nowUs = FRIDAY_18_00;
    await makeBatch(deps);
    const outcomes = await readNoticeFile(deps, 'a', Buffer.from(returned('R01', '123456781000007')));
    expect(outcomes).toEqual({ returned: 1 });
    const states = await statuses();
    expect([states.get(first), states.get(second)]).toEqual(['Submitted', 'Returned']);
  });

  test.each(['debit', 'deposit'] as const)(
    'a return while the batch settles keeps no other from it: %s',
    async (kind) => {
      const { api, deps, make, statuses, returned } = await start();
      const numbers = [await make.debit(), await make.deposit(), await make.debit(), await make.deposit()];
      const back = numbers[kind === 'debit' ? 0 : 1]!;
      api.nowUs = FRIDAY_18_00;
      await makeBatch(deps);
      api.nowUs = microsOf('2026-01-26T23:00:00Z');
      const file = Buffer.from(returned('R01', `12345678${String(back).padStart(7, '0')}`));
      const rails = deps.rails.map((rail) => {
        // The file is read after the due ones were found, and before the first of them is settled.
        const submittedUntil: typeof rail.submittedUntil = async (...given) => {
          const due = await rail.submittedUntil(...given);
          if (due.includes(back)) await readNoticeFile(deps, 'returns', file);
          return due;
        };
        return Object.assign(Object.create(rail), { submittedUntil, hold: rail.hold.bind(rail) });
      });
      await settleDue({ ...deps, rails });
      const states = await statuses();
      expect(numbers.map((number) => states.get(number))).toEqual(
        numbers.map((number) => (number === back ? 'Returned' : 'Settled')),
      );
    },
  );

  test('the rest of a day whose process ended between two files is made at the next start, on that day', async () => {
    const { api, db, deps, make, files } = await start();
    for (const rail of ['debit', 'deposit', 'debit', 'deposit', 'debit'] as const) await make[rail]();
    api.nowUs = FRIDAY_18_00;
    const [first, second] = deps.rails as [(typeof deps.rails)[0], (typeof deps.rails)[0]];
    let pieces = 0;
    const submit: typeof first.submit = async (...given) => {
      if (++pieces > 1) throw new Error('the process ends');
      return first.submit(...given);
    };
    const ending = Object.assign(Object.create(first), { submit });
    await expect(makeBatch({ ...deps, rails: [ending, second] }, 2)).rejects.toThrow('the process ends');
    expect(await files()).toHaveLength(1);
    await makeBatch(deps, 2);
    await makeBatch(deps, 2);
    expect(await files()).toHaveLength(3);
    const made = await db.selectFrom('ach_batches').selectAll().execute();
    expect(made).toMatchObject([{ batch_day: '2026-01-16', entries: 5, total: '500.000000', made_at: FRIDAY_18_00 }]);
  });

  test.each(['cancelled', 'Canceled', 'DENIED'])(
    'are voided, and none is made, in an offering that is %s',
    async (status) => {
      const { api, db, deps, make, statuses, files } = await start();
      const [debit, paid] = [await make.debit(), await make.deposit()];
      const { trade_id } = await db.selectFrom('trades').select('trade_id').executeTakeFirstOrThrow();
      await db.updateTable('custody_fund_moves').set({ trade_id }).execute();
      await db.updateTable('offerings').set({ offering_status: status }).execute();
      api.nowUs = FRIDAY_18_00;
      await makeBatch(deps);
      expect(await files()).toEqual([]);
      const states = await statuses();
      expect([states.get(debit), states.get(paid)]).toEqual(['Voided', 'Voided']);
      const trade = await db.selectFrom('trades').selectAll().executeTakeFirstOrThrow();
      await expect(requireCanBePaid(db, { ...trade, amount: 1n })).rejects.toMatchObject({ statusCode: 190 });
    },
  );
});
