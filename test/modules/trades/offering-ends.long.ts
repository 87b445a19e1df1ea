/** The end of an offering voids the Pending payments of its trades (T15), on every rail; what was sent goes its way. */
import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { offeringsModule } from '../../../src/modules/offerings/index.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { anIssuer, anOffering, aTrade } from '../shared/records.ts';
import { MONEY } from './money.ts';
import { aPayingInvestor, type PayingInvestor } from './paying-investor.ts';
import { aPaidTrade, type PaidTrade, payFor, put, RAILS, statesOf } from './rails.ts';

/** Every call that ends an offering, and the status that it sends. */
const ENDS = [
  ['cancelOffering'],
  ['deleteOffering'],
  ['closeOffering'],
  ['deleteIssuer'],
  ['updateOffering', 'Cancelled'],
  ['updateOffering', 'CANCELED'],
  ['updateOffering', 'closed'],
  ['updateOffering', 'Denied'],
  ['updateOffering', 'denied'],
] as const;
const PAYMENT_STATES = ['Pending', 'Submitted', 'Settled', 'Returned', 'Voided'] as const;
/** More than are voided in one transaction. */
const MANY = 220;
const VOIDS = {
  ach: 'requestForVoidACH',
  card: 'requestForVoidCCTransaction',
  custody: 'updateCustodyFundMove',
} as const;
const isVoid = ({ method }: { readonly method: string }) => Object.values<string>(VOIDS).includes(method);

const offerings = (deps: ModuleDeps) => offeringsModule(deps, MONEY);

describeOnEachDatabase('an offering that ends', (open) => {
  const start = async () => aPayingInvestor(await open(), [issuersModule, offerings]);
  const another = async (investor: PayingInvestor) => {
    const { db } = investor.api.database;
    const issuerId = await anIssuer(db, 'C1');
    const offering = await anOffering(db, 'C1', issuerId);
    return { ...investor, offeringId: offering.offering_id, issuerId };
  };

  test.each(ENDS)('by %s %s voids what is Pending, and nothing else', async (method, offeringStatus?: string) => {
    const isClosed = method === 'closeOffering' || offeringStatus === 'closed';
    const investor = await start();
    const { api } = investor;
    const { issuerId, ...of } = await another(investor);
    const [paid, elsewhere] = [[] as PaidTrade[], [] as PaidTrade[]];
    for (const rail of RAILS) {
      elsewhere.push(await aPaidTrade(investor, rail, investor));
      for (const payment of PAYMENT_STATES) {
        const one = await aPaidTrade(of, rail, of);
        // Only trades that are paid let it be closed.
        await put(of, one, { payment, ...(isClosed && { trade: 'FUNDED' }) });
        paid.push(one);
      }
    }
    api.fired.length = 0;
    const body = { issuerId, offeringId: of.offeringId, offeringStatus };
    expect((await api.call('POST', method, body)).body.statusCode).toBe('101');
    const states = await Promise.all(paid.map((one) => statesOf(of, one)));
    const expected = RAILS.flatMap(() => PAYMENT_STATES.map((state) => (state === 'Pending' ? 'Voided' : state)));
    expect(states.map(({ payment }) => payment)).toEqual(expected);
    // Nobody is refunded, and no trade changes (the specification of cancelOffering).
    expect(new Set(states.map(({ trade }) => trade))).toEqual(new Set([isClosed ? 'FUNDED' : 'CREATED']));
    for (const one of elsewhere) expect((await statesOf(investor, one)).payment).toBe('Pending');
    const pending = paid.filter((_, index) => PAYMENT_STATES[index % PAYMENT_STATES.length] === 'Pending');
    expect(
      api.fired.filter(isVoid).map((one) => [one.clientId, one.method, one.fields.tradeId, one.fields.errors]),
    ).toEqual(pending.map(({ rail, tradeId }) => ['C1', VOIDS[rail], String(tradeId), 'The offering has ended']));
  });

  test('voids them in slices where it has many trades, and each once', async () => {
    const investor = await start();
    const { api } = investor;
    const paid: PaidTrade[] = [];
    for (let i = 0; i < MANY; i++) paid.push(await aPaidTrade(investor, RAILS[i % 3]!, investor));
    api.fired.length = 0;
    fieldsOf(await api.call('POST', 'cancelOffering', { offeringId: investor.offeringId }));
    for (const one of paid) expect((await statesOf(investor, one)).payment).toBe('Voided');
    const voids = api.fired.filter(isVoid);
    expect(voids).toHaveLength(paid.length);
    expect(new Set(voids.map(({ fields }) => fields.tradeId)).size).toBe(voids.length);
  });

  test('another client ends nothing and voids nothing', async () => {
    const investor = await start();
    const paid = await aPaidTrade(investor, 'ach', investor);
    const sent = { offeringId: investor.offeringId };
    for (const method of ['cancelOffering', 'deleteOffering'] as const) {
      errorOf(await investor.api.call('POST', method, sent, { as: 'C2' }), '138');
    }
    expect((await statesOf(investor, paid)).payment).toBe('Pending');
  });

  test('takes no payment afterwards: 190 when it is cancelled or denied, 138 when it is deleted', async () => {
    const investor = await start();
    for (const [method, code, more] of [
      ['cancelOffering', '190', {}],
      ['updateOffering', '190', { offeringStatus: 'denied' }],
      ['deleteOffering', '138', {}],
    ] as const) {
      const of = await another(investor);
      const trades = [];
      for (const _ of RAILS) {
        const fields = { account_id: of.accountId, transaction_type: 'ACH' };
        trades.push(await aTrade(of.api.database.db, 'C1', of.offeringId, fields));
      }
      fieldsOf(await of.api.call('POST', method, { offeringId: of.offeringId, ...more }));
      for (const [i, rail] of RAILS.entries()) errorOf(await payFor(of, rail, trades[i]!.trade_id, of), code);
    }
  });

  test('leaves nothing Pending of payments that are made at the same moment', async () => {
    const investor = await start();
    const { api, accountId, offeringId } = investor;
    const made: { rail: (typeof RAILS)[number]; tradeId: number }[] = [];
    for (let i = 0; i < 60; i++) {
      const fields = { account_id: accountId, transaction_type: 'ACH' };
      const { trade_id: tradeId } = await aTrade(api.database.db, 'C1', offeringId, fields);
      made.push({ rail: RAILS[i % 3]!, tradeId });
    }
    const payments = made.map(({ rail, tradeId }) => payFor(investor, rail, tradeId, investor));
    payments.splice(30, 0, api.call('POST', 'cancelOffering', { offeringId }));
    const codes = (await Promise.all(payments)).map(({ body }) => String(body.statusCode));
    expect(codes[30]).toBe('101');
    codes.splice(30, 1);
    for (const [i, one] of made.entries()) {
      expect(['101', '190']).toContain(codes[i]);
      if (codes[i] === '101') expect((await statesOf(investor, one)).payment).toBe('Voided');
    }
  });
});
