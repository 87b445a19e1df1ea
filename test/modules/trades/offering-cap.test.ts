/** maxAmount of an offering is a cap in money, and its units are whole where it does not sell parts (C50). */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { fieldsOf } from '../shared/api.ts';
import { type Fields, type Market, openMarket } from './investors.ts';

const SMALL = { target_amount: '1.000000', max_amount: '1000.000000' };

/** The calls of the tests; each answers its status code and its fault. */
function callsOf({ api, offeringId, accountId }: Market) {
  const call = async (verb: 'PUT' | 'POST', method: string, body: Fields) => {
    const { body: answer } = await api.call(verb, method, body);
    return { code: answer.statusCode as string, error: String(answer['Error(s)'] ?? ''), answer };
  };
  const invest = (transactionUnits: string, other: Fields = {}) =>
    call('POST', 'createTrade', { offeringId, accountId, transactionType: 'WIRE', transactionUnits, ...other });
  return {
    invest,
    invested: async (units: string, other: Fields = {}) => {
      const { purchaseDetails } = (await invest(units, other)).answer as {
        purchaseDetails: [boolean, [{ tradeId: string }]];
      };
      return purchaseDetails[1][0].tradeId;
    },
    edit: (tradeId: string, shares: string) => call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares }),
    reprice: (tradeId: string, unitPrice: string, totalShares: string) =>
      call('POST', 'editTradeUnits', { accountId, tradeId, unitPrice, totalShares }),
    cancel: (tradeId: string) =>
      call('POST', 'cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' }),
    change: (terms: Fields) => call('POST', 'updateOffering', { offeringId, ...terms }),
    read: async () => {
      const { offeringDetails } = fieldsOf(await api.call('POST', 'getOffering', { offeringId }));
      return (offeringDetails as [Fields])[0];
    },
  };
}

describeOnEachDatabase('the cap of an offering', (open) => {
  test('is not passed by a trade at a higher price', async () => {
    const { invested, reprice, read } = callsOf(await openMarket(open, [], SMALL));
    const tradeId = await invested('10');
    for (const [price, units, field] of [
      ['1000', '10', 'unitPrice'],
      ['1000', '9', 'totalShares'],
      ['100.000001', '10', 'unitPrice'],
    ] as const) {
      const { code, error } = await reprice(tradeId, price, units);
      expect([code, error]).toEqual(['106', expect.stringContaining(field)]);
      expect(error).toContain('maxAmount, 1000.000000');
    }
    expect(await read()).toMatchObject({ subscribedAmount: '100.000000', remainingShares: '90.000000' });
    expect((await reprice(tradeId, '100', '10')).code).toBe('101');
    expect(await read()).toMatchObject({ subscribedAmount: '1000.000000', remainingShares: '0.000000' });
    expect((await reprice(tradeId, '99', '10')).code).toBe('101');
    // Ten dollars buy one more unit of the offering.
    expect(await read()).toMatchObject({ soldShares: '10.000000', remainingShares: '1.000000' });
  });

  test('is not passed after its price was lowered', async () => {
    const { invest, invested, edit, change, read } = callsOf(
      await openMarket(open, [], { ...SMALL, unit_price: '100.000000' }),
    );
    const tradeId = await invested('9');
    expect((await change({ unitPrice: '50' })).code).toBe('101');
    expect(await read()).toMatchObject({ totalShares: '20.000000', remainingShares: '2.000000' });
    const { code, error } = await invest('11');
    expect([code, error]).toEqual(['106', expect.stringContaining('transactionUnits')]);
    expect(error).toContain('100.000000 dollars remain');
    expect((await invest('3')).code).toBe('106');
    expect((await edit(tradeId, '11')).error).toContain('shares');
    // Fees do not count.
    expect((await invest('2', { fees: '500' })).code).toBe('101');
    expect(await read()).toMatchObject({ subscribedAmount: '1000.000000', remainingShares: '0.000000' });
  });

  test('is not lowered below what is subscribed, however few units that is', async () => {
    const { invested, reprice, change, read } = callsOf(await openMarket(open, [], SMALL));
    await reprice(await invested('10'), '50', '10');
    expect(await read()).toMatchObject({ subscribedAmount: '500.000000', remainingShares: '50.000000' });
    const { code, error } = await change({ maxAmount: '499.99' });
    expect([code, error]).toEqual(['106', expect.stringContaining('must not be below what is subscribed')]);
    expect((await change({ maxAmount: '500' })).code).toBe('101');
  });

  test('that is passed already takes no more and hinders nothing else', async () => {
    const market = await openMarket(open, [], SMALL);
    const { invest, invested, edit, cancel, change, read } = callsOf(market);
    const tradeId = await invested('20');
    const { db } = market.api.database;
    await db.updateTable('trades').set({ unit_price: '100.000000', total_amount: '2000.000000' }).execute();
    expect(await read()).toMatchObject({ subscribedAmount: '2000.000000', remainingShares: '0.000000' });
    expect((await invest('1')).error).toContain('0.000000 dollars remain');
    expect((await change({ issueName: 'Other' })).code).toBe('101');
    expect(await read()).toMatchObject({ subscribedAmount: '2000.000000', remainingShares: '0.000000' });
    expect((await edit(tradeId, '19')).code).toBe('101');
    expect((await cancel(tradeId)).code).toBe('101');
    expect(await read()).toMatchObject({ subscribedAmount: '0.000000', remainingShares: '100.000000' });
  });

  test('is not passed by calls at the same moment', async () => {
    const market = await openMarket(open, [], { ...SMALL, max_amount: '2000.000000' });
    const { invest, invested, reprice, edit, read } = callsOf(market);
    const trades: string[] = [];
    for (let count = 0; count < 8; count++) trades.push(await invested('10'));
    const answers = await Promise.all([
      ...trades.map((tradeId) => reprice(tradeId, '50', '10')),
      ...trades.slice(0, 4).map((tradeId) => edit(tradeId, '30')),
      invest('50'),
      invest('50'),
    ]);
    expect(answers.filter(({ code }) => code !== '101' && code !== '106')).toEqual([]);
    expect(answers.filter(({ code }) => code === '106').length).toBeGreaterThan(0);
    const held = await market.api.database.db.selectFrom('trades').selectAll().execute();
    const subscribed = held.reduce((sum, trade) => sum.plus(trade.total_amount), new Decimal(0));
    expect(subscribed.toNumber()).toBeLessThanOrEqual(2000);
    expect(await read()).toMatchObject({ subscribedAmount: subscribed.toFixed(6) });
  });

  test('holds through changes of every kind, and its sums are those of the trades', async () => {
    const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
    const price = fc.integer({ min: 1, max: 400 }).map((cents) => (cents / 4).toFixed(2));
    const units = fc.integer({ min: 1, max: 60 }).map(String);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('invest' as const), units, price }),
      fc.record({ kind: fc.constantFrom('edit' as const, 'reprice' as const), units, price, which: fc.nat() }),
      fc.record({ kind: fc.constant('cancel' as const), units, price, which: fc.nat() }),
      fc.record({ kind: fc.constantFrom('unitPrice' as const, 'maxAmount' as const), units, price }),
    );
    const walk = async (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const market = await openMarket(open, [], SMALL);
      const calls = callsOf(market);
      const trades: string[] = [];
      for (const one of steps) {
        const tradeId = 'which' in one ? trades[one.which % Math.max(1, trades.length)] : undefined;
        const before = await calls.read();
        let code = '101';
        if (one.kind === 'invest') {
          const { code: said, answer } = await calls.invest(one.units);
          code = said;
          if (said === '101') trades.push((answer.purchaseDetails as [boolean, [{ tradeId: string }]])[1][0].tradeId);
          expect(said === '101', `${one.units} of ${before.remainingShares}`).toBe(
            Number(one.units) <= Number(before.remainingShares),
          );
        } else if (one.kind === 'unitPrice') code = (await calls.change({ unitPrice: one.price })).code;
        else if (one.kind === 'maxAmount') code = (await calls.change({ maxAmount: `${one.units}0` })).code;
        else if (tradeId === undefined) continue;
        else if (one.kind === 'edit') code = (await calls.edit(tradeId, one.units)).code;
        else if (one.kind === 'reprice') code = (await calls.reprice(tradeId, one.price, one.units)).code;
        else code = (await calls.cancel(tradeId)).code;
        expect(['101', '106', '190']).toContain(code);
        const held = (await market.api.database.db.selectFrom('trades').selectAll().execute()).filter(
          ({ order_status }) => order_status !== 'CANCELED',
        );
        const sum = (of: (trade: (typeof held)[number]) => Decimal) =>
          held.reduce((total, trade) => total.plus(of(trade)), new Exact(0));
        const sold = sum(({ total_shares }) => new Exact(total_shares));
        const subscribed = sum(({ unit_price, total_shares }) => new Exact(unit_price).times(total_shares));
        const offering = await calls.read();
        expect(subscribed.lte(offering.maxAmount as string)).toBe(true);
        const room = new Exact(offering.maxAmount as string).minus(subscribed).div(offering.unitPrice as string);
        const unsold = new Exact(offering.totalShares as string).minus(sold);
        expect(offering).toMatchObject({
          soldShares: sold.toFixed(6),
          subscribedAmount: subscribed.toFixed(6),
          remainingShares: Decimal.min(room, unsold).floor().toFixed(6),
        });
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), walk), { numRuns: 6 });
  });
});

describeOnEachDatabase('units of an offering', (open) => {
  test('are whole, unless it sells parts', async () => {
    const { invest, invested, edit, reprice, change } = callsOf(await openMarket(open, [], SMALL));
    const tradeId = await invested('10');
    for (const [call, field] of [
      [invest('2.5'), 'transactionUnits'],
      [invest('0.999999'), 'transactionUnits'],
      [edit(tradeId, '10.5'), 'shares'],
      [reprice(tradeId, '10', '9.5'), 'totalShares'],
    ] as const) {
      const { code, error } = await call;
      expect([code, error]).toEqual(['106', expect.stringContaining(`${field}&nbsp;&nbsp;: must be a whole number`)]);
    }
    expect((await change({ fractionalUnits: 'Yes' })).code).toBe('101');
    expect((await invest('2.5')).code).toBe('101');
    expect((await edit(tradeId, '10.5')).code).toBe('101');
    // What was sold in parts stays, may cost another price, and can be given back.
    expect((await change({ fractionalUnits: 'No' })).code).toBe('101');
    expect((await reprice(tradeId, '11', '10.5')).code).toBe('101');
    expect((await edit(tradeId, '9.5')).error).toContain('whole number');
    expect((await edit(tradeId, '9')).code).toBe('101');
  });
});
