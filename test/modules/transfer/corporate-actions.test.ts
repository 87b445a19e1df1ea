/** The methods of corporate actions (R1, R4), and what other methods show of them. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { TwoPersonApproval } from '../../../src/modules/two-person-approval/index.ts';
import { security } from '../../exchange/venue.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const securityId = String(SECURITY);
const DIVIDEND = { kind: 'Cash Dividend', amount: '0.25', ratio: undefined, cashPrice: undefined };
const NAME_CHANGE = { kind: 'Name Change', symbol: 'NEW', ratio: undefined, cashPrice: undefined };
const SPLIT = { securityId, kind: 'Reverse Split', ratio: '1:10', cashPrice: '100' };

const start = (open: TestDatabases): Promise<Desk> =>
  startDesk(open, (deps, records) => transferModule({ ...deps, records, actionsPerSecurityMax: 2 }));

/** The day after the next one. */
function dayAfter({ time }: Desk, days = 1): string {
  return new Date(time.nowUs() / 1000 + days * 86_400_000).toISOString().slice(0, 10);
}

async function announce(desk: Desk, over: Item = {}, as = OWNER): Promise<Item> {
  const { corporateAction } = await desk.ask(as, 'createCorporateAction', {
    ...SPLIT,
    exDate: dayAfter(desk),
    ...over,
  });
  return corporateAction as Item;
}

async function open(desk: Desk): Promise<void> {
  desk.time.moveTo(`${dayAfter(desk)}T21:00:00Z`);
  await desk.exchange.submit({ type: 'cancel', clientId: 'nobody', orderId: 1 as never });
}

describeOnEachDatabase('corporate actions', (databases) => {
  test('each wrong field is refused by name, and changes nothing', async () => {
    const desk = await start(databases);
    const today = dayAfter(desk, 0);
    const tomorrow = dayAfter(desk);
    const valid = { ...SPLIT, exDate: tomorrow };
    const { cashPrice: _, ...noPrice } = valid;
    for (const [field, sent] of [
      ['ratio', { ratio: '0:1' }],
      ['ratio', { ratio: '1:0' }],
      ['ratio', { ratio: '1:1001' }],
      ['ratio', { ratio: '2' }],
      ['ratio', { ratio: '2:1' }],
      ['ratio', { kind: 'Split' }],
      ['ratio', { kind: 'Split', ratio: '3:3' }],
      ['kind', { kind: 'Merger' }],
      ['exDate', { exDate: today }],
      ['exDate', { exDate: 'soon' }],
      ['recordDate', { recordDate: dayAfter(desk, -1) }],
      ['payDate', { payDate: dayAfter(desk, 1), recordDate: dayAfter(desk, 2) }],
      ['payDate', { payDate: dayAfter(desk, -1) }],
      ['cashPrice', { cashPrice: '0' }],
      ['cashPrice', { fractions: 'Up' }],
      ['fractions', { fractions: 'Down' }],
      ['fractions', { fractions: 'Kept', cashPrice: undefined }],
      ['cashPrice', { kind: 'Split', ratio: '2:1', fractions: 'Cash', cashPrice: undefined }],
      ['cashPrice', { kind: 'Split', ratio: '2:1', fractions: 'Kept' }],
      ['cashPrice', { kind: 'Split', ratio: '3:2', cashPrice: undefined }],
      ['amount', { amount: '1' }],
      ['amount', { kind: 'Cash Dividend', ratio: undefined, cashPrice: undefined }],
      ['amount', { ...DIVIDEND, amount: '0' }],
      ['ratio', { ...DIVIDEND, ratio: '2:1' }],
      ['symbol', { ...NAME_CHANGE, symbol: undefined }],
      ['symbol', { ...NAME_CHANGE, symbol: '1X' }],
      ['symbol', { ...DIVIDEND, symbol: 'NEW' }],
      ['amount', { ...NAME_CHANGE, kind: 'End of Security', symbol: undefined, amount: '1' }],
      ['recordDate', { ...DIVIDEND, recordDate: dayAfter(desk, 2) }],
      ['cashPrice', { kind: 'Redemption', price: '5' }],
      ['ratio', { kind: 'Redemption', ratio: '2:1', price: '5', cashPrice: undefined }],
      ['price', { kind: 'Redemption', cashPrice: undefined }],
      ['redeemedShares', { redeemedShares: 'Treasury' }],
      ['intoSecurityId', { intoSecurityId: securityId }],
      ['intoSecurityId', { kind: 'Conversion' }],
      ['intoSecurityId', { kind: 'Conversion', intoSecurityId: securityId }],
    ] as const) {
      const { statusCode, 'Error(s)': said } = (
        await desk.call('POST', 'createCorporateAction', { ...valid, ...sent }, { as: OWNER })
      ).body as Item;
      expect([field, statusCode, said]).toEqual([field, '106', expect.stringContaining(field)]);
    }
    const incomplete = await desk.call('POST', 'createCorporateAction', noPrice, { as: OWNER });
    expect(errorOf(incomplete, '106')).toMatch(/cashPrice/);
    expect(await desk.ask('C1', 'getCorporateActions', { securityId })).toMatchObject({ corporateActions: [] });
  });

  test('are those of the owner or the operator, limited in number, and cancelled until they have effect', async () => {
    const desk = await start(databases);
    const body = { ...SPLIT, exDate: dayAfter(desk) };
    const codeOf = async (as: string, method: string, sent: Item) =>
      (await desk.call('POST', method, sent, { as })).body.statusCode;
    expect(await codeOf('C1', 'createCorporateAction', body)).toBe('162');
    expect(await codeOf('C1', 'getActionPayments', { securityId, actionId: '1' })).toBe('162');
    expect(await codeOf(OWNER, 'createCorporateAction', { ...body, securityId: '999' })).toBe('138');
    const conversion = { ...body, kind: 'Conversion', intoSecurityId: '999' };
    expect(await codeOf(OWNER, 'createCorporateAction', conversion)).toBe('138');
    expect(await announce(desk, {}, 'MASTER')).toMatchObject({ actionId: '1', by: 'operator', status: 'Announced' });
    const again = await desk.call('POST', 'createCorporateAction', { ...body, cashPrice: '99' }, { as: OWNER });
    expect(again.body).toMatchObject({ statusCode: '190', reasonCode: 'action-is-announced-already' });
    expect(await announce(desk, { ratio: '1:9' })).toMatchObject({ actionId: '2', by: 'issuer', ratio: '1:9' });
    expect(await codeOf(OWNER, 'createCorporateAction', body)).toBe('190');
    const cancelled = await desk.ask(OWNER, 'cancelCorporateAction', { securityId, actionId: '1', reason: 'later' });
    expect(cancelled.corporateAction).toMatchObject({ status: 'Cancelled', reason: 'later' });
    expect(await codeOf(OWNER, 'cancelCorporateAction', { securityId, actionId: '1' })).toBe('190');
    expect(await codeOf(OWNER, 'cancelCorporateAction', { securityId, actionId: '9' })).toBe('404');
    const { corporateActions, more } = await desk.ask('C1', 'getCorporateActions', { securityId, limit: 1 });
    expect([(corporateActions as Item[]).map(({ actionId }) => actionId), more]).toEqual([['2'], 'Yes']);
  });

  test('one that waits for a second operator is asked for once (C81)', async () => {
    const desk = await startDesk(databases, (deps, records) => {
      const approvals = new TwoPersonApproval(deps, { isOn: true, hours: 24, log: pino({ level: 'silent' }) });
      return approvals.guarded(transferModule({ ...deps, records, actionsPerSecurityMax: 2 }));
    });
    const body = { ...SPLIT, exDate: dayAfter(desk) };
    const asked = async (over: Item, headers = {}) => {
      const as = { as: 'MASTER', headers };
      const { http, body: answer } = await desk.call('POST', 'createCorporateAction', { ...body, ...over }, as);
      return [http, answer.reasonCode ?? answer.statusDesc];
    };
    const key = { 'idempotency-key': 'one' };
    // A wrong one that waits is no other action, and does not keep others from it.
    expect(await asked({ ratio: '1:3', cashPrice: undefined })).toEqual([202, 'Pending']);
    for (const headers of [key, key]) expect(await asked({}, headers)).toEqual([202, 'Pending']);
    expect(await asked({ note: 'again' })).toEqual([200, 'action-is-announced-already']);
    for (const other of [{ exDate: dayAfter(desk, 2) }, { ratio: '1:9' }, DIVIDEND])
      expect(await asked(other)).toEqual([202, 'Pending']);
  });

  test('a reverse split is in orders, register, changes, payments and events', async () => {
    const desk = await start(databases);
    const lots = [{ date: '2026-01-05', quantity: 105 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const orderid = await desk.order('C1', { type: 'Limit', price: '10', quantity: 45, expiration: 'GTC' });
    const { actionId } = await announce(desk);
    await open(desk);
    const { orderDetails } = await desk.ask('C1', 'getOrder', { orderid });
    expect(orderDetails).toMatchObject([{ number_shares: '4.000000', price_per_share: '100.000000', status: 'Live' }]);
    const { register, sums } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(register).toMatchObject([
      { clientId: 'C2', quantity: '10', lots: [{ date: '2026-01-05', quantity: '10' }] },
    ]);
    expect(sums).toMatchObject({ fromOutside: '105', byActions: '-95', issued: '0' });
    const payments = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId });
    const paid = { clientId: 'C2', accountId: null, quantityBefore: '105', unsettledBefore: '0', quantityAfter: '10' };
    expect(payments).toMatchObject({ payments: [{ ...paid, amount: '50.000000' }], nextCursor: null });
    const { csv } = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId, format: 'CSV' });
    expect(csv).toBe(
      'clientId,accountId,quantityBefore,unsettledBefore,quantityAfter,quantityReceived,amount,dueAmount\r\n' +
        'C2,,105,0,10,,50.000000,\r\n',
    );
    const { changes } = await desk.ask('C2', 'getRegisterChanges', { securityId });
    expect((changes as Item[]).at(-1)).toMatchObject({ kind: 'action', actionId, quantityBefore: '105', by: 'venue' });
    const { entries } = await desk.ask('C2', 'getHolderEntries', { securityId });
    expect(entries).toMatchObject([{ cause: 'action', actionId, quantity: '-95', quantityAfter: '10' }]);
    const { body } = await desk.get('events', { as: 'C1' });
    const all = body.events as Item[];
    expect(all.filter(({ eventType }) => eventType === 'corporateAction')).toMatchObject([
      { corporateAction: { status: 'Announced', actionId } },
      { corporateAction: { status: 'Effective', actionId } },
    ]);
    expect(all.filter(({ order }) => (order as Item | undefined)?.change === 'restated')).toMatchObject([
      { order: { orderId: orderid, executionType: 'Restated', reason: '1-for-10 reverse split', reasonCode: null } },
    ]);
  });

  test('a cash dividend reduces bids, and lists what settled holders are paid', async () => {
    const desk = await start(databases);
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const bid = { type: 'Limit', price: '10', quantity: 40, expiration: 'GTC' };
    const [reduced, kept] = [await desk.order('C1', bid), await desk.order('C1', { ...bid, doNotReduce: 'Yes' })];
    const { actionId, ...action } = await announce(desk, { ...DIVIDEND, recordDate: dayAfter(desk) });
    expect(action).toMatchObject({ kind: 'Cash Dividend', amount: '0.250000', ratio: null, cashPrice: null });
    await open(desk);
    const detailsOf = async (orderid: string) => (await desk.ask('C1', 'getOrder', { orderid })).orderDetails;
    const reason = 'cash dividend of 0.250000';
    expect(await detailsOf(reduced)).toMatchObject([{ price_per_share: '9.750000', status: 'Live', reason }]);
    expect(await detailsOf(kept)).toMatchObject([{ price_per_share: '10.000000', doNotReduce: 'Yes' }]);
    const { payments } = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId });
    const held = { clientId: 'C2', quantityBefore: '100', unsettledBefore: '0', quantityAfter: '100' };
    expect(payments).toMatchObject([{ ...held, amount: '25.000000', dueAmount: '0.000000' }]);
    const { register } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(register).toMatchObject([
      { clientId: 'C2', quantity: '100', lots: [{ date: '2026-01-05', quantity: '100' }] },
    ]);
  });

  test('a redemption takes shares to the treasury, and lists what the issuer pays (R12)', async () => {
    const desk = await start(databases);
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const orderid = await desk.order('C1', { type: 'Limit', price: '11', quantity: 100, expiration: 'GTC' });
    const redemption = { kind: 'Redemption', ratio: '1:4', price: '12', cashPrice: undefined };
    const { actionId, ...shown } = await announce(desk, { ...redemption, redeemedShares: 'Treasury' });
    expect(shown).toMatchObject({ kind: 'Redemption', ratio: '1:4', price: '12.000000', fractions: null });
    await open(desk);
    const { orderDetails } = await desk.ask('C1', 'getOrder', { orderid });
    expect(orderDetails).toMatchObject([{ number_shares: '100.000000', status: 'Live' }]);
    const { register, sums } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(register).toMatchObject([{ quantity: '75', lots: [{ date: '2026-01-05', quantity: '75' }] }]);
    expect(sums).toMatchObject({ fromOutside: '100', byActions: '0', treasury: '25' });
    const { payments } = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId });
    expect(payments).toMatchObject([{ quantityBefore: '100', quantityAfter: '75', amount: '300.000000' }]);
    const { changes } = await desk.ask('C2', 'getRegisterChanges', { securityId });
    expect((changes as Item[]).at(-1)).toMatchObject({ kind: 'redemption', actionId, quantityBefore: '100' });
    const { entries } = await desk.ask('C2', 'getHolderEntries', { securityId });
    expect(entries).toMatchObject([{ cause: 'redemption', actionId, quantity: '-25', quantityAfter: '75' }]);
  });

  test('a conversion gives shares of another security with the dates of the lots (R13)', async () => {
    const desk = await start(databases);
    const into = '4711';
    await desk.exchange.submit({ ...security(), securityId: Number(into) as never, ownerClientId: OWNER });
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const orderid = await desk.order('C1', { type: 'Limit', price: '11', quantity: 100, expiration: 'GTC' });
    const conversion = { kind: 'Conversion', ratio: '1:3', cashPrice: '30', intoSecurityId: into };
    const { actionId, ...shown } = await announce(desk, conversion);
    expect(shown).toMatchObject({ kind: 'Conversion', ratio: '1:3', intoSecurityId: into, cashPrice: '30.000000' });
    await open(desk);
    const { orderDetails } = await desk.ask('C1', 'getOrder', { orderid });
    expect(orderDetails).toMatchObject([{ status: 'Cancelled' }]);
    expect(await desk.ask(OWNER, 'getRegister', { securityId })).toMatchObject({ register: [] });
    const { register, sums } = await desk.ask(OWNER, 'getRegister', { securityId: into });
    const lot = { date: '2026-01-05', quantity: '33', origin: 'action', entry: 1 };
    expect(register).toMatchObject([{ clientId: 'C2', quantity: '33', lots: [lot] }]);
    expect(sums).toMatchObject({ byActions: '33', fromOutside: '0' });
    const { payments } = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId });
    expect(payments).toMatchObject([
      { quantityBefore: '100', quantityAfter: '0', quantityReceived: '33', amount: '10.000000' },
    ]);
    const { entries } = await desk.ask('C2', 'getHolderEntries', { securityId: into });
    expect(entries).toMatchObject([{ cause: 'converted', actionId, fromSecurityId: securityId, quantity: '33' }]);
    const { changes } = await desk.ask('C2', 'getRegisterChanges', { securityId: into });
    expect(changes).toMatchObject([{ kind: 'conversion', actionId: null, quantityBefore: '0', quantityAfter: '33' }]);
    const { ocf } = await desk.ask(OWNER, 'getRegister', { securityId: into, format: 'OCF' });
    expect(String(ocf)).toContain(`Converted from security ${securityId}`);
  });

  test('a stock dividend adds new shares to the old ones', async () => {
    const desk = await start(databases);
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const orderid = await desk.order('C1', { type: 'Limit', price: '11', quantity: 100, expiration: 'GTC' });
    const sent = { kind: 'Stock Dividend', ratio: '1:10', cashPrice: '10' };
    expect(await announce(desk, sent)).toMatchObject({ kind: 'Stock Dividend', ratio: '1:10' });
    await open(desk);
    const { orderDetails } = await desk.ask('C1', 'getOrder', { orderid });
    const reason = '1-for-10 stock dividend';
    expect(orderDetails).toMatchObject([{ number_shares: '110.000000', price_per_share: '10.000000', reason }]);
    const { register } = await desk.ask(OWNER, 'getRegister', { securityId });
    expect(register).toMatchObject([{ quantity: '110', lots: [{ date: '2026-01-05', quantity: '110' }] }]);
  });

  test('a ratio that makes whole shares of each needs no word for parts of a share (R3)', async () => {
    const desk = await start(databases);
    const lots = [{ date: '2026-01-05', quantity: 100 }];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    const sent = { kind: 'Split', ratio: '2:1', cashPrice: undefined };
    const kept = { ratio: '2:1', fractions: 'Kept', cashPrice: null };
    const { actionId, ...action } = await announce(desk, sent);
    expect(action).toMatchObject(kept);
    const dividend = { ...sent, kind: 'Stock Dividend', ratio: '1:1', fractions: 'Kept', exDate: dayAfter(desk, 2) };
    expect(await announce(desk, dividend)).toMatchObject({ ...kept, ratio: '1:1' });
    await open(desk);
    expect((await desk.ask(OWNER, 'getRegister', { securityId })).register).toMatchObject([{ quantity: '200' }]);
    const { payments } = await desk.ask(OWNER, 'getActionPayments', { securityId, actionId });
    expect(payments).toMatchObject([{ quantityAfter: '200', amount: '0.000000' }]);
  });

  test('a register after a split is a file of transactions whose items are those of the register', async () => {
    const desk = await start(databases);
    const lots = [
      { date: '2026-01-05', quantity: 3 },
      { date: '2026-02-05', quantity: 4 },
    ];
    await desk.ask(OWNER, 'setHoldings', { securityId, holdings: [{ clientId: 'C2', lots }] });
    await announce(desk, { kind: 'Split', ratio: '3:2', fractions: 'Up', cashPrice: undefined });
    await open(desk);
    const { ocf } = await desk.ask(OWNER, 'getRegister', { securityId, format: 'OCF' });
    const { items } = JSON.parse(String(ocf)) as { readonly items: readonly Record<string, string>[] };
    const canceled = new Set(
      items.flatMap((one) => (one.object_type === 'TX_STOCK_CANCELLATION' ? [one.security_id] : [])),
    );
    const left = items.filter((one) => one.object_type === 'TX_STOCK_ISSUANCE' && !canceled.has(one.security_id));
    expect(left.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(11);
  });
});
