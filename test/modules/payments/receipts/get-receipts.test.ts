/** The list of wires and checks (A26), with every filter and in pages, against a plain filter of all rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReceipts } from '../../../../src/modules/payments/receipts/get-receipts.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { planOf, watchQueries } from '../../../support/query-plans.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { type ShownReceipt, startReceipts } from './receipts-api.ts';

const DAYS = ['2029-12-30', '2029-12-31', '2030-01-01'] as const;
const STATUSES = ['Unmatched', 'Partly', 'Matched', 'Returned'] as const;
const day = fc.constantFrom(undefined, ...DAYS);

const query = fc.record({
  kind: fc.constantFrom(undefined, 'WIRE', 'CHECK'),
  status: fc.constantFrom(undefined, ...STATUSES),
  isOfOffering: fc.boolean(),
  isOfTrade: fc.boolean(),
  from: day,
  to: day,
  limit: fc.integer({ min: 1, max: 7 }),
});

describeOnEachDatabase('getReceipts', (open) => {
  test('lists what each filter asks for, those that came last first, in pages', async () => {
    const { ask, operator, wire, trade, offeringId } = await startReceipts(open);
    const tradeId = await trade();
    const all: (ShownReceipt & { readonly receivedDate: string; readonly kind: string })[] = [];
    for (let at = 0; at < 24; at++) {
      const method = at % 5 === 0 ? 'recordCheck' : 'recordWire';
      const { receiptId } = await ask(method, wire({ amount: '2', receivedDate: DAYS[at % 3] }));
      const status = STATUSES[Math.floor(at / 6)]!;
      let one = (await ask('matchReceipt', { receiptId, tradeId, amount: status === 'Partly' ? '1' : '2' })) as object;
      if (status === 'Unmatched') one = await ask('matchReceipt', { receiptId, tradeId, amount: '0', reason: 'other' });
      if (status === 'Returned') one = await ask('returnReceipt', { receiptId, reason: 'bounced' });
      all.push(one as never);
    }
    const { receiptId: lone } = await ask('recordWire', wire({ amount: '2', receivedDate: DAYS[0] }));
    const read = async (asked: object) => fieldsOf(await operator('getReceipts', asked));
    const [{ receipts: found }] = [await read({ tradeId, limit: 100 })];
    expect((found as ShownReceipt[]).some(({ receiptId }) => receiptId === lone)).toBe(false);
    const newest = [...all].sort(
      (one, other) =>
        other.receivedDate.localeCompare(one.receivedDate) || Number(other.receiptId) - Number(one.receiptId),
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ limit, isOfOffering, isOfTrade, ...asked }) => {
        const of = { ...asked, ...(isOfOffering && { offeringId }), ...(isOfTrade && { tradeId }) };
        const listed: ShownReceipt[] = [];
        for (let cursor: unknown; cursor !== null; ) {
          const page = await read({ ...of, limit, ...(cursor === undefined ? {} : { cursor }) });
          const receipts = page.receipts as ShownReceipt[];
          expect(receipts.length).toBeLessThanOrEqual(limit);
          listed.push(...receipts);
          cursor = page.nextCursor;
        }
        const { kind, status, from, to } = asked;
        const expected = newest.filter(
          (one) =>
            (kind ?? one.kind) === one.kind &&
            (status ?? one.status) === one.status &&
            one.receivedDate >= (from ?? '') &&
            one.receivedDate <= (to ?? '9'),
        );
        expect(listed.filter(({ receiptId }) => receiptId !== lone)).toEqual(expected);
      }),
      { numRuns: 12, seed: 5 },
    );
    for (const cursor of [
      'x',
      Buffer.from('1 1').toString('base64url'),
      Buffer.from('20300101 a').toString('base64url'),
    ])
      errorOf(await operator('getReceipts', { cursor }), '106');
    expect(await read({ tradeId: 1 })).toEqual({ receipts: [], nextCursor: null });
    expect(await read({ receiptId: lone })).toMatchObject({ receipts: [{ receiptId: lone }], nextCursor: null });
    expect(await read({ receiptId: 1 })).toEqual({ receipts: [], nextCursor: null });
  });

  test('finds each page by an index', async () => {
    const { db, api } = await startReceipts(open);
    const { watched, queries } = watchQueries(db);
    const cursor = Buffer.from('20300101 700001').toString('base64url');
    for (const asked of [{}, { status: 'Unmatched' }, { offeringId: 1 }, { offeringId: 1, status: 'Partly' }]) {
      await readReceipts(watched, { ...asked, cursor, limit: 10 });
      await readReceipts(watched, { ...asked, from: '2029-12-30', to: '2029-12-31', limit: 10 });
    }
    expect(queries).toHaveLength(8);
    for (const one of queries) {
      const plan = await planOf(api.database, one);
      expect(plan).toMatch(/receipts_(newest|by_offering|by_status|by_state)/);
      expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
    }
  });
});
