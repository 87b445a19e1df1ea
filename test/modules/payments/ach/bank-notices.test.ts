import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { holdOwner } from '../../../../src/modules/payments/ach/accounts/external-account-owner.ts';
import {
  type NewExternalAccount,
  putExternalAccount,
} from '../../../../src/modules/payments/ach/accounts/external-account-records.ts';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/batch.ts';
import { settleDue } from '../../../../src/modules/payments/ach/batch/settlement.ts';
import { readIncomingFiles } from '../../../../src/modules/payments/ach/returns/incoming-files.ts';
import { bankFile, entryLines, type Notice, noticeFile } from '../../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../../support/database.ts';
import { holdUntilReleased, isWaitedFor } from '../../../support/held-transaction.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { aFundMove, anAchTrade, BANK, batchServices, moveOf, orderStatus, startAch } from './fixture.ts';

const BANK_DETAILS: NewExternalAccount = {
  ...{ fullName: 'First Last', nickname: 'My bank', routingNumber: '123456780', accountNumber: '40005000601' },
  ...{ accountType: 'Checking', bankName: null, linkedAt: null, ip: null },
};
const DETAILS = 'investorExternalAccountDetails';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** With a debit of 100 dollars that went out on Friday 16 January. */
async function startNotices(open: TestDatabases) {
  const ach = await startAch(await open());
  const { api, accountId } = ach;
  api.nowUs = microsOf('2026-01-16T22:00:00Z');
  const tradeId = await anAchTrade(ach);
  const [{ RefNum }] = fieldsOf(await moveOf(ach, tradeId)).TradeFinancialDetails as [{ RefNum: string }];
  const folder = mkdtempSync(join(tmpdir(), 'openats-ach-'));
  folders.push(folder);
  const deps = batchServices(ach, folder);
  api.nowUs = microsOf('2026-01-16T23:00:00Z');
  await makeBatch(deps);
  api.fired.length = 0;
  mkdirSync(deps.incoming);
  const reported: [string, unknown][] = [];
  const put = (name: string, text: string, secondsAgo = 3600) => {
    const file = join(deps.incoming, name);
    writeFileSync(file, text);
    const seconds = api.nowUs / 1_000_000 - secondsAgo;
    utimesSync(file, seconds, seconds);
  };
  const read = () =>
    readIncomingFiles(deps, {
      read: (file, outcomes) => reported.push([file, outcomes]),
      refused: (file, reason) => reported.push([file, reason]),
      failed: (file, error) => reported.push([file, (error as NodeJS.ErrnoException).code]),
    });
  const notice = (code: string, other: Partial<Notice> = {}): Notice => ({
    code,
    trace: `12345678${RefNum}`,
    routingNumber: BANK.ExtRoutingnumber,
    cents: 10_000n,
    identification: RefNum,
    ...other,
  });
  const move = async () => {
    const found = fieldsOf(await api.call('POST', 'getExternalFundMove', { accountId, RefNum }));
    return (found[DETAILS] as [Record<string, unknown>])[0];
  };
  const there = (place = '') => readdirSync(join(deps.incoming, place)).sort();
  const refused = () => {
    const place = join(deps.incoming, 'refused');
    const entries = existsSync(place) ? readdirSync(place, { withFileTypes: true }) : [];
    return entries.filter((entry) => !entry.isDirectory());
  };
  return { ach, api, accountId, tradeId, RefNum, deps, reported, put, read, notice, move, there, refused };
}

type Started = Awaited<ReturnType<typeof startNotices>>;

describeOnEachDatabase('what the bank says of debits', (open) => {
  const start = () => startNotices(open);

  test('a return makes a debit Returned, with its reason, and leaves room for another', async () => {
    const { ach, api, accountId, tradeId, RefNum, reported, put, read, notice, move, there } = await start();
    put('returns.txt', noticeFile([notice('R01')]));
    await read();
    expect(reported).toEqual([['returns.txt', { returned: 1 }]]);
    expect(await move()).toMatchObject({ fundStatus: 'Returned', errors: 'R01 - Insufficient funds' });
    expect(await orderStatus(ach, tradeId)).toBe('CREATED');
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateExternalFundMoveStatus',
        fields: {
          accountId,
          tradeId: String(tradeId),
          transactionstatus: 'Approved',
          fundStatus: 'Returned',
          RefNum,
          errors: 'R01 - Insufficient funds',
        },
      },
    ]);
    expect(there()).toEqual(['read']);
    expect(there('read')).toEqual(['returns.txt']);
    fieldsOf(await moveOf(ach, tradeId));
  });

  test('a return that comes late takes a settled debit back', async () => {
    const { ach, api, tradeId, deps, put, read, notice, move } = await start();
    api.nowUs = microsOf('2026-01-26T23:00:00Z');
    await settleDue(deps);
    expect(await orderStatus(ach, tradeId)).toBe('FUNDED');
    put('late.txt', noticeFile([notice('R02')]));
    await read();
    expect(await move()).toMatchObject({ fundStatus: 'Returned', errors: 'R02 - Account closed' });
    expect(await orderStatus(ach, tradeId)).toBe('CREATED');
  });

  test('a return without authorisation blocks the account', async () => {
    const { ach, api, accountId, tradeId, put, read, notice } = await start();
    put('returns.txt', noticeFile([notice('R10')]));
    await read();
    errorOf(await moveOf(ach, tradeId), '773');
    fieldsOf(await api.call('POST', 'admin/updateAchBlock', { accountId, blocked: 'No' }, { as: 'MASTER' }));
    fieldsOf(await moveOf(ach, tradeId));
  });

  test('the same content is done once, under any name', async () => {
    const { api, reported, put, read, notice } = await start();
    const file = noticeFile([notice('R01')]);
    put('a.txt', file);
    put('b.txt', file);
    await read();
    put('a.txt', file);
    await read();
    expect(reported).toEqual([
      ['a.txt', { returned: 1 }],
      ['b.txt', undefined],
      ['a.txt', undefined],
    ]);
    expect(api.fired).toHaveLength(1);
    expect(await api.database.db.selectFrom('ach_notices').selectAll().execute()).toHaveLength(1);
  });

  test('what fits no debit changes nothing, and is kept', async () => {
    const { api, reported, put, read, notice, move } = await start();
    const notices = [
      notice('R01', { trace: '123456789999999' }),
      notice('R01', { cents: 9_999n }),
      notice('R61'),
      notice('C13'),
    ];
    put('returns.txt', noticeFile(notices));
    await read();
    expect(reported).toEqual([
      ['returns.txt', { 'no such debit': 1, 'another amount': 1, 'between banks': 1, 'needs a person': 1 }],
    ]);
    expect(await move()).toMatchObject({ fundStatus: 'Submitted', errors: null });
    expect(api.fired).toEqual([]);
    const kept = await api.database.db.selectFrom('ach_notices').selectAll().orderBy('line').execute();
    expect(kept.map(({ line, code, outcome }) => [line, code, outcome])).toEqual([
      [3, 'R01', 'no such debit'],
      [5, 'R01', 'another amount'],
      [7, 'R61', 'between banks'],
      [9, 'C13', 'needs a person'],
    ]);
  });

  test('a notification of change corrects the bank account, and the next debit', async () => {
    const { ach, api, accountId, reported, put, read, notice, move } = await start();
    put('changes.txt', noticeFile([notice('C03', { corrected: '021000021   98765' })]));
    await read();
    expect(reported).toEqual([['changes.txt', { corrected: 1 }]]);
    const { body } = await api.call('POST', 'getExternalAccount', { types: 'Account', accountId });
    expect(body.statusDesc).toMatchObject({
      AccountRoutingNumber: '021000021',
      AccountNumber: '98765',
      AccountNickName: BANK.Extnickname,
      AccountName: BANK.ExtAccountfullname,
    });
    expect(api.fired).toMatchObject([{ clientId: 'C1', method: 'updateExternalAccount', fields: { accountId } }]);
    expect(await move()).toMatchObject({ fundStatus: 'Submitted' });
    // The details are others by now: the same notice does not fit any more.
    put('again.txt', noticeFile([notice('C01', { corrected: '4711' })]));
    await read();
    expect(reported.at(-1)).toEqual(['again.txt', { 'changed since': 1 }]);
    const next = await aFundMove(ach);
    const row = fieldsOf(await api.call('POST', 'getExternalFundMove', { accountId, RefNum: next }));
    expect(row).toMatchObject({ [DETAILS]: [{ Accountnumber: Buffer.from('98765').toString('base64') }] });
  });

  test('a notification of change does not take back what the client enters at the same moment', async () => {
    const { api, accountId, deps, reported, put, read, notice } = await start();
    put('changes.txt', noticeFile([notice('C01', { corrected: '4711' })]));
    const of = { types: 'Account', accountId } as const;
    const { holder, release, pid } = await holdUntilReleased(api.database.db, open.dialect, async (transaction) => {
      const owner = await holdOwner(transaction, 'C1', of);
      const entered = { ...BANK_DETAILS, accountNumber: '50006000701' };
      await putExternalAccount(transaction, deps.secrets, entered, { owner, nowUs: api.nowUs });
    });
    const reading = read();
    if (open.dialect === 'postgres') await Promise.race([isWaitedFor(api.database.db, pid), reading]);
    release();
    await Promise.all([holder, reading]);
    expect(reported).toEqual([['changes.txt', { 'changed since': 1 }]]);
    const { body } = await api.call('POST', 'getExternalAccount', of);
    expect(body.statusDesc).toMatchObject({ AccountNumber: '50006000701' });
  });

  test('what is odd in a file waits for a person with its text, and stops no other entry', async () => {
    const { api, deps, accountId, RefNum, reported, put, read, notice, move, there } = await start();
    const [entry, addenda] = entryLines(notice('R01'), 1) as [string, string];
    const changes = ['C04', 'C03', 'C01'].map((code, index) => {
      const corrected = ['NEW NAME', '0210000210099887766', '12-34'][index]!;
      return entryLines(notice(code, { corrected }), 2);
    });
    const contested = [entry, addenda, addenda.replace('R01', 'R73')];
    const rejected = [entry, addenda.replace(`12345678${RefNum}`, 'REJ06030       ')];
    const odd = [[entry], contested, rejected, ...changes];
    put('odd.txt', `\ufeff${bankFile([])}${bankFile([...odd, [entry, addenda]])}\x1a`);
    await read();
    expect(reported).toEqual([['odd.txt', { 'needs a person': 6, returned: 1 }]]);
    expect(await move()).toMatchObject({ fundStatus: 'Returned', errors: 'R01 - Insufficient funds' });
    expect([there(), there('read')]).toEqual([['read'], ['odd.txt']]);
    const { body } = await api.call('POST', 'getExternalAccount', { types: 'Account', accountId });
    expect(body.statusDesc).toMatchObject({ AccountRoutingNumber: '123456780', AccountNumber: '40005000601' });
    const stored = await api.database.db.selectFrom('ach_notices').selectAll().orderBy('line').execute();
    expect(JSON.stringify(stored)).not.toContain('0099887766');
    const { achNotices } = fieldsOf(await api.call('POST', 'admin/getAchNotices', {}, { as: 'MASTER' }));
    const shown = achNotices as Record<string, string | null>[];
    expect(shown.map(({ code, RefNum: number, outcome }) => [code, number, outcome])).toEqual([
      ['', null, 'needs a person'],
      ['R01', RefNum, 'needs a person'],
      ['R01', null, 'needs a person'],
      ...['C04', 'C03', 'C01'].map((code) => [code, RefNum, 'needs a person']),
      ['R01', RefNum, 'returned'],
    ]);
    const texts = shown.map(({ bankRecords }) => bankRecords);
    expect([shown[1]?.reason, texts[1]?.split('\n')]).toEqual(['an entry with more than one reason', contested]);
    for (const [index, part] of ['NEW NAME', '0210000210099887766', '12-34'].entries()) {
      expect(texts[3 + index]).toContain(part);
    }
    expect([shown[6]?.reason, texts[6]]).toEqual([null, null]);
    // The rest of the file stops no settlement (A16).
    expect(await readIncomingFiles(deps, { read: () => {}, refused: () => {}, failed: () => {} })).toBe(0);
  });

  test('a file that is not whole is refused as a whole, and stops no other', async () => {
    const { reported, put, read, notice, move, there } = await start();
    const lines = noticeFile([notice('R01')]).split('\n');
    put('1-cut.txt', lines.slice(0, 4).join('\n'));
    put('2-nonsense.txt', 'what is this');
    put('3-good.txt', noticeFile([notice('R03')]));
    await read();
    expect(reported).toEqual([
      ['1-cut.txt', expect.stringContaining('cut off')],
      ['2-nonsense.txt', expect.stringMatching(/^line 1: /)],
      ['3-good.txt', { returned: 1 }],
    ]);
    expect(await move()).toMatchObject({ errors: 'R03 - No account or unable to locate account' });
    expect(there('refused')).toEqual(['1-cut.txt', '2-nonsense.txt']);
  });

  test.each([
    ['a link that leads nowhere', ({ deps }) => symlinkSync('/nowhere/at/all', join(deps.incoming, '1-odd'))],
    ['a link to itself', ({ deps }) => symlinkSync('1-odd', join(deps.incoming, '1-odd'))],
    ['a link to a folder', ({ deps }) => symlinkSync('/', join(deps.incoming, '1-odd'))],
    ['a named pipe', ({ deps }) => void execFileSync('mkfifo', [join(deps.incoming, '1-odd')])],
    ['an empty file', ({ put }) => put('1-odd', '')],
    [
      'a name so long that there is no room for a number, and that a refused file has',
      ({ deps, put }) => {
        const name = `1-odd${'x'.repeat(250)}`;
        mkdirSync(join(deps.incoming, 'refused'), { recursive: true });
        writeFileSync(join(deps.incoming, 'refused', name), 'the first of this name');
        put(name, 'what is this');
      },
    ],
    [
      'a file of a time to come',
      ({ deps, put, api }) => {
        put('1-odd', 'what is this');
        utimesSync(join(deps.incoming, '1-odd'), 4_000_000_000, 4_000_000_000);
        // When the name of a file was changed last is the time of this machine.
        api.nowUs = (Date.now() + 3_600_000) * 1000;
      },
    ],
    [
      'a name that is no UTF-8',
      ({ deps, api }) => {
        const file = Buffer.concat([Buffer.from(`${deps.incoming}/1-r`), Buffer.from([0xe9]), Buffer.from('ponse')]);
        writeFileSync(file, 'what is this');
        utimesSync(file, api.nowUs / 1e6 - 3600, api.nowUs / 1e6 - 3600);
      },
    ],
    [
      'a name that a folder of refused files has',
      ({ deps, put }) => {
        mkdirSync(join(deps.incoming, 'refused', '1-odd'), { recursive: true });
        put('1-odd', 'what is this');
      },
    ],
    [
      'a name that a read file has',
      ({ deps, put, notice }) => {
        mkdirSync(join(deps.incoming, 'read'));
        writeFileSync(join(deps.incoming, 'read', '2-good.txt'), 'the first of this name');
        put('1-odd', noticeFile([notice('R61')]));
      },
    ],
  ] as [string, (of: Started) => void][])('%s stops no other, and nothing is written over', async (_what, odd) => {
    const started = await start();
    const { put, read, notice, move, there, refused, deps } = started;
    odd(started);
    put('2-good.txt', noticeFile([notice('R03')]));
    // Nobody knows what was refused; it is counted until it is moved out (A16).
    expect(await read()).toBe(refused().length);
    expect(await move()).toMatchObject({ errors: 'R03 - No account or unable to locate account' });
    // Whatever was there before is what it was.
    expect(there().filter((name) => name !== 'read' && name !== 'refused')).toEqual([]);
    const goods = there('read').filter((name) => name.startsWith('2-good'));
    expect(goods.map((name) => readFileSync(join(deps.incoming, 'read', name), 'latin1'))).toContainEqual(
      noticeFile([notice('R03')]),
    );
    if (goods.length > 1) expect(goods).toEqual(['2-good.txt', '2-good.txt.1']);
  });

  test('a file that cannot be read stays, stops no other, and is counted until it is read', async () => {
    const { deps, reported, put, read, notice, move, there } = await start();
    put('1-odd.txt', noticeFile([notice('R01', { trace: '123456789999999' })]));
    put('2-good.txt', noticeFile([notice('R03')]));
    // Where there is a file in the place of the folder, nothing can be put aside; it is itself refused.
    writeFileSync(join(deps.incoming, 'read'), 'in the way');
    utimesSync(join(deps.incoming, 'read'), 0, 0);
    expect(await read()).toBe(3);
    expect(await move()).toMatchObject({ errors: 'R03 - No account or unable to locate account' });
    expect(reported.filter(([, outcome]) => outcome === 'EEXIST')).toHaveLength(2);
    expect(await read()).toBe(1);
    expect(there('read')).toEqual(['1-odd.txt', '2-good.txt']);
    rmSync(join(deps.incoming, 'refused', 'read'));
    expect(await read()).toBe(0);
  });

  test('a file that may still be under way waits', async () => {
    const { reported, put, read, notice, there } = await start();
    const file = noticeFile([notice('R01')]);
    put('fresh.txt', file, 59);
    put('returns.txt.part', file);
    put('.hidden', file);
    await read();
    expect(reported).toEqual([]);
    expect(there()).toEqual(['.hidden', 'fresh.txt', 'returns.txt.part']);
    put('fresh.txt', file, 60);
    await read();
    expect(reported).toEqual([['fresh.txt', { returned: 1 }]]);
  });
});
