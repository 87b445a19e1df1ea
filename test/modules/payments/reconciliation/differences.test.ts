/** Differences between the books and the bank: each appears and ends with its cause; a person takes it (A27 to A29). */
import { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { openDifferences } from '../../../../src/modules/payments/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { NOW } from '../../shared/records.ts';
import { aPaidTrade, put } from '../../trades/rails.ts';
import { aDeposit, giveCash } from '../custody/deposits.ts';
import { anEntry, type ShownDifference, startBooks } from './books-api.ts';

const DAY_US = 86_400_000_000;
const brief = (all: readonly ShownDifference[]) => all.map(({ kind, record, amount }) => [kind, record, amount]);

describeOnEachDatabase('differences between the books and the bank', (open) => {
  test('entries of the bank that nobody followed, files that are refused or unread, and batches', async () => {
    const { api, db, list, take, incoming, accountId } = await startBooks(open);
    expect(await list()).toEqual([]);
    const ref = await aDeposit(db, { client_id: 'C1', account_id: accountId, amount: '12.500000', status: 'Settled' });
    const records = [
      await anEntry(db, 'needs a person', { read_at: NOW - 3 * DAY_US }),
      await anEntry(db, 'no such debit', { read_at: NOW }),
      await anEntry(db, 'already Returned', { ref }),
    ];
    const other = await anEntry(db, 'another amount', { ref });
    for (const outcome of ['returned', 'corrected', 'between banks', 'changed since']) await anEntry(db, outcome);
    const found = await list();
    expect(brief(found)).toEqual([
      ['bankEntry', records[0], null],
      ['bankEntry', records[1], null],
      ['bankEntry', records[2], '12.500000'],
      ['bankAmount', other, '12.500000'],
    ]);
    expect(found[0]).toMatchObject({
      problem: 'R01: needs a person',
      ageDays: 3,
      clientId: null,
      fileName: 'returns.txt',
    });
    expect(found[2]).toMatchObject({ clientId: 'C1', accountId, rail: 'CUSTODY', referenceNumber: String(ref) });
    for (const record of records) await take({ kind: 'bankEntry', record, doneBecause: 'called the bank' });
    expect(brief(await list())).toEqual([['bankAmount', other, '12.500000']]);
    expect(await list({ done: 'Yes', kind: 'bankEntry' })).toMatchObject([{}, {}, { doneBecause: 'called the bank' }]);
    await take({ kind: 'bankAmount', record: other, doneBecause: 'agreed' });
    // Files: one that is refused, one that nobody could read, one that just came.
    mkdirSync(join(incoming, 'refused'));
    writeFileSync(join(incoming, 'refused', 'bad.txt'), 'x');
    writeFileSync(join(incoming, 'locked.txt'), 'x');
    writeFileSync(join(incoming, '.hidden'), 'x');
    expect(await list()).toMatchObject([
      { kind: 'bankFile', record: 'locked.txt', problem: 'unread' },
      { kind: 'bankFile', record: 'refused/bad.txt', problem: 'refused', ageDays: expect.any(Number) },
    ]);
    api.nowUs = Date.now() * 1000;
    expect(brief(await list())).toEqual([['bankFile', 'refused/bad.txt', null]]);
    api.nowUs = NOW;
    expect(await take({ kind: 'bankFile', record: 'locked.txt' })).toMatchObject({ owner: 'U1' });
    unlinkSync(join(incoming, 'locked.txt'));
    mkdirSync(join(incoming, 'refused', 'kept'));
    renameSync(join(incoming, 'refused', 'bad.txt'), join(incoming, 'refused', 'kept', 'bad.txt'));
    expect(await list()).toEqual([]);
    rmSync(incoming, { recursive: true });
    writeFileSync(incoming, 'no folder');
    expect(await list()).toMatchObject([{ kind: 'bankFile', record: '.', problem: 'unread', ageDays: 0 }]);
    unlinkSync(incoming);
    expect(await list()).toEqual([]);
    // A batch of two payments, one of which is gone.
    const batch = { batch_day: '2029-12-28', entries: 2, total: '20.000000', made_at: 1 };
    await db.insertInto('ach_batches').values(batch).execute();
    const sent = { client_id: 'C1', account_id: accountId, amount: '10.000000', batch_day: '2029-12-28' };
    await aDeposit(db, { ...sent, status: 'Settled' });
    const differing = { kind: 'batch', record: '2029-12-28', problem: '2 payments recorded, 1 found', clientId: null };
    expect(await list()).toMatchObject([{ ...differing, amount: '-10.000000' }]);
    await take({ kind: 'batch', record: '2029-12-28', doneBecause: 'known' });
    expect(await list()).toEqual([]);
    await db.updateTable('ach_batches').set({ total: '30.000000' }).execute();
    expect(await list()).toMatchObject([{ ...differing, amount: '-20.000000', doneBecause: null }]);
    await aDeposit(db, { ...sent, amount: '20.000000', status: 'Returned' });
    expect(await list()).toEqual([]);
  });

  test('payments that have been Submitted for longer than they take to settle', async () => {
    const books = await startBooks(open);
    const { api, db, list, accountId } = books;
    // Thursday 10 January 2030, after the cut-off: the fifth bank business day before it is the 3rd.
    api.nowUs = microsOf('2030-01-10T23:30:00Z');
    const sent = { client_id: 'C1', account_id: accountId, status: 'Submitted' };
    const late = await aDeposit(db, { ...sent, batch_day: '2030-01-02' });
    await aDeposit(db, { ...sent, batch_day: '2030-01-03' });
    const byHand = await aDeposit(db, { ...sent, updated_at: microsOf('2030-01-02T22:59:00Z') });
    await aDeposit(db, { ...sent, updated_at: microsOf('2030-01-02T23:01:00Z') });
    const of = { ...books, api: books.money };
    for (const rail of ['ach', 'card'] as const) {
      await put(of, await aPaidTrade(of, rail, books), { trade: 'CREATED', payment: 'Submitted' });
    }
    await db.updateTable('ach_fund_moves').set({ batch_day: '2030-01-02', updated_at: NOW }).execute();
    await db
      .updateTable('card_fund_moves')
      .set({ submitted_at: microsOf('2030-01-02T20:00:00Z') })
      .execute();
    const [ach] = await db.selectFrom('ach_fund_moves').selectAll().execute();
    const [card] = await db.selectFrom('card_fund_moves').selectAll().execute();
    const found = await list();
    expect(found.map(({ record }) => record)).toEqual([
      ...[`ACH ${ach!.ref_num}`, `CUSTODY ${late}`, `CUSTODY ${byHand}`, `CARD ${card!.ref_num}`],
    ]);
    expect(found[1]).toMatchObject({ kind: 'underWay', amount: '100.000000', batchDay: '2030-01-02', ageDays: 8 });
    await db.updateTable('custody_fund_moves').set({ status: 'Settled' }).execute();
    await db.updateTable('ach_fund_moves').set({ fund_status: 'Returned' }).execute();
    expect((await list()).map(({ record }) => record)).toEqual([`CARD ${card!.ref_num}`]);
  });

  test('receipts, trades with something due, cash and escrow below 0', async () => {
    const books = await startBooks(open);
    const { api, db, ask, wire, trade, list, take, operator, accountId, offeringId } = books;
    api.nowUs = NOW + DAY_US;
    const { receiptId } = await ask('recordWire', wire({ amount: '150', receivedDate: '2029-12-31' }));
    const tradeId = await trade();
    await ask('matchReceipt', { receiptId, tradeId, amount: '100' });
    expect(await list()).toMatchObject([
      {
        kind: 'receipt',
        record: receiptId,
        amount: '50.000000',
        problem: 'Partly',
        rail: 'WIRE',
        clientId: 'C1',
        ageDays: 2,
      },
    ]);
    // The trade is FUNDED; an edit makes it dearer.
    await db.updateTable('trades').set({ total_amount: '120.000000' }).where('trade_id', '=', tradeId).execute();
    expect(brief(await list({ kind: 'due' }))).toEqual([['due', String(tradeId), '20.000000']]);
    expect((await list({ kind: 'due' }))[0]).toMatchObject({
      problem: 'FUNDED',
      accountId,
      offeringId: String(offeringId),
    });
    expect(
      errorOf(await books.call('takeDifference', { kind: 'due', record: String(tradeId), doneBecause: 'x' }), '190'),
    ).toContain('doneBecause');
    await ask('matchReceipt', { receiptId, tradeId });
    expect(await list()).toEqual([]);
    // A payment of an ended trade that went back after its refund: nothing pays it any more.
    const set = { order_status: 'UNWIND SETTLED', recorded_amount: '-170.000000' };
    await db.updateTable('trades').set(set).where('trade_id', '=', tradeId).execute();
    const [receivable, ...more] = await list();
    expect([receivable!.kind, receivable!.amount, receivable!.problem]).toEqual([
      'receivable',
      '20.000000',
      'UNWIND SETTLED',
    ]);
    expect(more.map(({ kind }) => kind)).toEqual(['escrow']);
    await take({ kind: 'receivable', record: String(tradeId), doneBecause: 'written off' });
    expect((await list()).map(({ kind }) => kind)).toEqual(['escrow']);
    await db.updateTable('trades').set({ recorded_amount: '-180.000000' }).where('trade_id', '=', tradeId).execute();
    expect(brief(await list({ kind: 'receivable' }))).toEqual([['receivable', String(tradeId), '30.000000']]);
    await db.updateTable('trades').set({ recorded_amount: '0.000000' }).where('trade_id', '=', tradeId).execute();
    expect(await list()).toEqual([]);
    // Escrow: a wire that went back after its trade was closed.
    const closed = await trade();
    const { receiptId: paid } = await ask('recordWire', wire({ tradeId: closed }));
    await db.updateTable('trades').set({ order_status: 'SETTLED' }).where('trade_id', '=', closed).execute();
    fieldsOf(await operator('returnReceipt', { receiptId: paid, reason: 'recalled' }));
    expect(brief(await list())).toEqual([['receivable', String(closed), '100.000000']]);
    // Cash that was paid out, and then taken back.
    await giveCash(db, accountId, '40.000000');
    const disbursed = { client_id: 'C1', account_id: accountId, amount: '40.00', status: 'completed', type: 'ach' };
    const nothing = {
      bank_id: null,
      bank_account_id_sealed: null,
      details_sealed: null,
      reason: null,
      deleted_at: null,
    };
    const out = { ...disbursed, ...nothing, request_id: 'd1', created_at: NOW, updated_at: NOW };
    await db.insertInto('custody_fund_disbursements').values(out).execute();
    expect(await list({ kind: 'cash' })).toEqual([]);
    const at = NOW + 3600_000_000;
    await db.updateTable('custody_fund_moves').set({ status: 'Returned', updated_at: at }).execute();
    expect(await list({ kind: 'cash' })).toMatchObject([
      { record: accountId, amount: '-40.000000', clientId: 'C1', accountId, since: '2030-01-02 04:04:05', ageDays: 0 },
    ]);
    await giveCash(db, accountId, '39.999999');
    expect(brief(await list({ kind: 'cash' }))).toEqual([['cash', accountId, '-0.000001']]);
    expect((await openDifferences(books.reads())).get('cash')).toBe(1);
    const ofDay = async (as: string) =>
      fieldsOf(await api.call('POST', 'getReconciliation', { day: '2030-01-02' }, { as }));
    expect(await ofDay('MASTER')).toMatchObject({
      differences: [
        { kind: 'receivable', open: 1, means: expect.stringContaining('takes no payment') },
        { kind: 'cash', open: 1 },
      ],
    });
    expect(await ofDay('C1')).toMatchObject({ differences: null });
    const missing = `ledger: cash of ${accountId} is missing in the shortfalls`;
    await db.deleteFrom('shortfalls').where('kind', '=', 'cash').execute();
    await db.insertInto('shortfalls').values({ kind: 'escrow', owner: '7', since: 1 }).execute();
    expect(await ledgerProblems(db)).toEqual([missing, 'ledger: escrow of 7 is wrongly in the shortfalls']);
    await db.deleteFrom('shortfalls').where('owner', '=', '7').execute();
    await db.insertInto('shortfalls').values({ kind: 'cash', owner: accountId, since: 1 }).execute();
    expect(await ledgerProblems(db)).toEqual([]);
    await giveCash(db, accountId, '0.000001');
    expect(await list({ kind: 'cash' })).toEqual([]);
  });

  test('a person takes one, writes what is known, gives it to another, and ends it', async () => {
    const { db, call, list, take, ask, wire } = await startBooks(open);
    for (const [user_id, client_id, active] of [
      ['U1', 'MASTER', 1],
      ['U2', 'MASTER', 1],
      ['U3', 'MASTER', 0],
      ['U4', 'C1', 1],
    ] as const) {
      const client = { client_id, parent_id: client_id, name: client_id, active: 1, created_at: NOW };
      await db
        .insertInto('clients')
        .values(client)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const user = { user_id, client_id, name: 'A', email_sealed: '', email_hash: user_id, roles: '[]', active };
      await db
        .insertInto('users')
        .values({ ...user, created_at: NOW, created_by: 'x', last_seen_at: null })
        .execute();
    }
    const { receiptId: record } = await ask('recordWire', wire());
    const of = { kind: 'receipt', record };
    expect(await take({ ...of, note: 'asked the bank' })).toMatchObject({ owner: 'U1', note: 'asked the bank' });
    expect(await list({ owner: 'U1' })).toMatchObject([
      { record, owner: 'U1', note: 'asked the bank', doneBecause: null },
    ]);
    expect(await take({ ...of, owner: 'U2' })).toMatchObject({ owner: 'U2', note: 'asked the bank' });
    expect(await list({ owner: 'U1' })).toEqual([]);
    // Without an owner it stays whose it is.
    expect(await take({ ...of, note: 'asked again' })).toMatchObject({ owner: 'U2', note: 'asked again' });
    expect(await list({ kind: 'receipt', record })).toMatchObject([{ record, owner: 'U2' }]);
    expect(await list({ kind: 'receipt', record: '1' })).toEqual([]);
    expect(errorOf(await call('getDifferences', { record }), '106')).toContain('kind');
    for (const owner of ['U3', 'U4', 'U9'])
      expect(errorOf(await call('takeDifference', { ...of, owner }, 'adam'), '106')).toContain('owner');
    expect(await take({ ...of, owner: '', note: '' })).toMatchObject({ owner: null, note: null });
    expect(await list({ owner: '' })).toMatchObject([{ record }]);
    // A key that nobody is known to have made takes it for its client.
    expect(await take(of, 'MASTER')).toMatchObject({ owner: 'MASTER' });
    const entry = { kind: 'bankEntry', record: await anEntry(db, 'needs a person') };
    expect(await take({ ...entry, doneBecause: 'settled by telephone' })).toMatchObject({
      ...{ owner: 'U1', doneBecause: 'settled by telephone', doneDate: '2030-01-02 03:04:05' },
    });
    expect(await list({ kind: 'bankEntry' })).toEqual([]);
    expect(await list(entry)).toMatchObject([{ doneBecause: 'settled by telephone' }]);
    expect(await take({ ...entry, note: 'the bank called again' })).toMatchObject({ doneBecause: null });
    expect(await list({ kind: 'bankEntry' })).toMatchObject([{ note: 'the bank called again' }]);
    for (const unknown of [
      { kind: 'receipt', record: '1' },
      ...['x', `${'9'.repeat(40)}`].map((record) => ({ kind: 'receipt', record })),
      ...['nothing', 'nothing:5', 'a:b:c'].map((record) => ({ kind: 'bankEntry', record })),
      ...['ACH', 'ACH 1', 'CARD x', '1'].map((record) => ({ kind: 'underWay', record })),
      ...(['due', 'receivable', 'cash', 'escrow', 'batch', 'bankFile'] as const).map((kind) => ({ kind, record })),
    ])
      errorOf(await call('takeDifference', unknown), '404');
    for (const method of ['getDifferences', 'takeDifference'])
      expect((await call(method, of, 'C1')).body.statusCode).not.toBe('101');
    expect(await list({ clientId: 'C1' })).toMatchObject([{ record, clientId: 'C1' }]);
    expect(await list({ clientId: 'C2' })).toEqual([]);
    for (const cursor of [
      'x',
      ...[
        {},
        null,
        ...[[1], ['x', 'A1'], ['1'], ['1', '\u0000'], ['1', 'A1', '1']].map((after) => ({ source: 'cash', after })),
      ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')),
    ])
      expect(errorOf(await call('getDifferences', { cursor }), '106')).toContain('cursor');
  });
});
