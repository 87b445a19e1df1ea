import { expect, test, vi } from 'vitest';
import { ISSUES_SINCE } from '../../../src/exchange/api/rules.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ORDER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const securityId = String(SECURITY);
const LIMIT = { type: 'Limit', price: '10' };
const SELL = { ...LIMIT, action: 'Sell' };
const NO_RULES = {
  ...{ securityId, version: 1, holdingDays: null, allowedClients: null, allowedAccounts: null, holdersMax: null },
  ...{ windows: null, firstRefusalHours: null, firstRefusalUnanswered: null, holders: 0 },
};

describeOnEachDatabase('transfer rules', (open) => {
  const start = (): Promise<Desk> =>
    startDesk(open, (deps, records) => transferModule({ ...deps, records, actionsPerSecurityMax: 2 }));
  const refused = async (desk: Desk, as: string, method: string, body: Item, code: string) =>
    errorOf(await desk.call('POST', method, body, { as }), code);
  const setRules = (desk: Desk, rules: Item, as = OWNER) => desk.ask(as, 'setTransferRules', { securityId, ...rules });
  const orderOf = async (desk: Desk, orderid: string, as = 'C1') =>
    ((await desk.ask(as, 'getOrder', { orderid })).orderDetails as Item[])[0]!;

  test('the document is set as a whole, and read as it was set', async () => {
    const desk = await start();
    const rules = {
      ...{ holdingDays: 365, allowedClients: ['C1', 'C2'], allowedAccounts: ['A1'], holdersMax: 2000 },
      windows: [{ from: '2026-03-02 14:00:00', to: '2026-03-09 14:00:00' }],
      ...{ firstRefusalHours: 48, firstRefusalUnanswered: 'Exercise' },
    };
    expect((await setRules(desk, rules)).transferRules).toMatchObject({ ...rules, version: 1, holders: 0 });
    expect((await setRules(desk, { version: 1 }, 'MASTER')).transferRules).toMatchObject({ ...NO_RULES, version: 2 });
    expect((await desk.ask(OWNER, 'getTransferRules', { securityId })).transferRules).toMatchObject({ version: 2 });
    expect(await refused(desk, OWNER, 'setTransferRules', { securityId, version: 1 }, '190')).toContain('version');
  });

  test('unregistered sales are allowed, refused once that is set, and stay so', async () => {
    const desk = await start();
    const orderid = await desk.order('C1', SELL);
    const said = async (rules: Item) => ((await setRules(desk, rules)).transferRules as Item).unregisteredSales;
    expect(await said({ holdersMax: 9 })).toBe('Allowed');
    expect(await said({ unregisteredSales: 'Refused' })).toBe('Refused');
    expect(await said({ holdersMax: 9 })).toBe('Refused');
    expect(await orderOf(desk, orderid)).toMatchObject({ status: 'Live', held: 'unregistered-sale' });
    const { explanation } = await desk.ask('C1', 'explainOrder', { orderid });
    expect(explanation).toMatchObject({ waitsFor: [{ reasonCode: 'unregistered-sale', rule: 'M16' }] });
    const answer = await desk.call('POST', 'createOrder', { ...ORDER, ...SELL }, { as: 'C1' });
    expect(answer.body).toMatchObject({ statusCode: '190', reasonCode: 'shares-are-not-held' });
    expect(await said({ unregisteredSales: 'Allowed' })).toBe('Allowed');
    await desk.order('C2', SELL);
    expect(await refused(desk, OWNER, 'setTransferRules', { securityId, unregisteredSales: 'No' }, '106')).toContain(
      'unregisteredSales',
    );
  });

  test('while a node does not know the rule it cannot be set', async () => {
    const desk = await start();
    const rulesNow = vi.spyOn(desk.exchange, 'rules', 'get').mockReturnValue(ISSUES_SINCE - 1);
    const asked = { securityId, unregisteredSales: 'Refused' };
    expect(await desk.call('POST', 'setTransferRules', asked, { as: OWNER })).toMatchObject({ http: 503 });
    await setRules(desk, { holdersMax: 9 });
    rulesNow.mockRestore();
    expect((await setRules(desk, {})).transferRules).toMatchObject({ version: 2, unregisteredSales: 'Allowed' });
  });

  test('for other clients than the owner there is nothing to set or see', async () => {
    const desk = await start();
    for (const [method, body] of Object.entries({
      setTransferRules: {},
      getTransferRules: {},
      setHoldings: { holdings: [] },
      getHoldings: {},
      getHolderChanges: {},
      getRegisterChanges: { clientId: 'C2' },
      getOrdersForFirstRefusal: {},
    })) {
      await refused(desk, 'C1', method, { securityId, ...body }, '162');
      await refused(desk, OWNER, method, { securityId: '1', ...body }, '138');
    }
    await setRules(desk, { firstRefusalHours: 1 });
    const orderid = await desk.order('C1', SELL);
    for (const as of ['C1', 'C2', 'MASTER']) {
      await refused(desk, as, 'answerFirstRefusal', { orderid, answer: 'Waive' }, '404');
    }
    await refused(desk, OWNER, 'answerFirstRefusal', { orderid: '100999', answer: 'Waive' }, '404');
  });

  test.each([
    ['holdingDays', { holdingDays: -1 }],
    ['holdersMax', { holdersMax: 1.5 }],
    ['windows', { windows: [{ from: '2026-03-09 14:00:00', to: '2026-03-02 14:00:00' }] }],
    ['windows', { windows: [{ from: '2026-02-30 14:00:00', to: '2026-03-02 14:00:00' }] }],
    ['firstRefusalHours', { firstRefusalUnanswered: 'Waive' }],
  ])('what is not a rule names the field: %s', async (field, rules) => {
    const desk = await start();
    expect(await refused(desk, OWNER, 'setTransferRules', { securityId, ...rules }, '106')).toContain(field);
  });

  test('an order that is held says why, everywhere, and trades once the right is waived', async () => {
    const desk = await start();
    await setRules(desk, { firstRefusalHours: 48 });
    const { orderDetails } = await desk.ask('C1', 'createOrder', { ...ORDER, ...SELL });
    expect(orderDetails).toMatchObject({ orderStatus: 'Live', held: 'first-refusal' });
    const orderid = (orderDetails as { orderId: string }).orderId;
    expect(await orderOf(desk, orderid)).toMatchObject({ status: 'Live', held: 'first-refusal' });
    const listed = async (path: string) => fieldsOf(await desk.get(path, { as: 'C1' }));
    expect(await listed('ats/orders')).toMatchObject({ ats_orders: [{ orderStatus: 'Live', held: 'first-refusal' }] });
    expect(await listed(`ats/orders/${orderid}`)).toMatchObject({ ats_order: { held: 'first-refusal' } });
    const { explanation } = await desk.ask('C1', 'explainOrder', { orderid });
    expect(explanation).toMatchObject({ waitsFor: [{ reasonCode: 'first-refusal', rule: 'M16' }] });
    const { ordersForFirstRefusal } = await desk.ask(OWNER, 'getOrdersForFirstRefusal', { securityId });
    expect(ordersForFirstRefusal).toMatchObject([{ orderId: orderid, number_shares: '100.000000' }]);
    await desk.order('C2', { ...LIMIT });
    expect(await orderOf(desk, orderid)).toMatchObject({ shares_remaining: '100.000000' });
    await desk.ask(OWNER, 'answerFirstRefusal', { orderid, answer: 'Waive' });
    expect(await orderOf(desk, orderid)).not.toHaveProperty('held');
    const sent = desk.events.flatMap((event) =>
      event.type === 'order' && event.order.ticket.side === 'sell' ? [event] : [],
    );
    expect(sent.map(({ change }) => change)).toEqual(['entered', 'held', 'released', 'filled']);
    expect(sent[1]!.reason).toBe('held: the right of first refusal is not answered, until 2026-03-04T15:00:00.000000Z');
  });

  test('a right that is used ends the order with the reason that was given', async () => {
    const desk = await start();
    await setRules(desk, { firstRefusalHours: 48 });
    const orderid = await desk.order('C1', SELL);
    await desk.ask(OWNER, 'answerFirstRefusal', { orderid, answer: 'Exercise', reason: 'We buy them' });
    const shown = { status: 'Cancelled', reason: 'We buy them', reasonCode: 'first-refusal-exercised' };
    expect(await orderOf(desk, orderid)).toMatchObject(shown);
    await refused(desk, OWNER, 'answerFirstRefusal', { orderid, answer: 'Waive' }, '404');
  });

  test('the register is what was reported, and what matched since', async () => {
    const desk = await start();
    const lots = [{ date: '2026-01-05', quantity: 60 }];
    const report = { securityId, holdings: [{ clientId: 'C1', lots }] };
    expect(await desk.ask(OWNER, 'setHoldings', report)).toEqual({ securityId, holders: 1 });
    await desk.order('C1', { ...SELL, quantity: 40 });
    await desk.order('C2', { ...LIMIT, quantity: 40 });
    const first = await desk.ask(OWNER, 'getHoldings', { securityId, limit: 1 });
    expect(first).toMatchObject({
      holdings: [{ clientId: 'C1', accountId: null, lots: [{ date: '2026-01-05', quantity: '20' }] }],
      moreHoldings: 'Yes',
    });
    const after = (first.holdings as Item[])[0]!.place;
    expect(await desk.ask(OWNER, 'getHoldings', { securityId, after })).toMatchObject({
      holdings: [{ clientId: 'C2', lots: [{ date: '2026-03-02', quantity: '40' }] }],
      moreHoldings: 'No',
    });
    const future = { securityId, holdings: [{ clientId: 'C1', lots: [{ date: '2026-03-03', quantity: 1 }] }] };
    expect(await refused(desk, OWNER, 'setHoldings', future, '106')).toContain('holdings');
  });

  test('a report may name parts of shares, of which none is lost', async () => {
    const desk = await start();
    const lot = (date: string, quantity: string | number) => ({ date, quantity });
    const lots = [lot('2026-01-05', '10.5'), lot('2026-02-05', 2), lot('2026-02-06', 0.75)];
    const report = { securityId, holdings: [{ clientId: 'C1', lots }] };
    await desk.ask(OWNER, 'setHoldings', report);
    const { holdings } = await desk.ask(OWNER, 'getHoldings', { securityId });
    expect((holdings as Item[])[0]?.lots).toMatchObject([
      { date: '2026-01-05', quantity: '10.500000' },
      { date: '2026-02-05', quantity: '2' },
      { date: '2026-02-06', quantity: '0.750000' },
    ]);
    const { changes } = await desk.ask(OWNER, 'getHolderChanges', { securityId });
    expect((changes as Item[])[0]?.shares).toBe('13.250000');
    for (const quantity of ['1.0000001', '0', '-1', '1000000000.5', '1e3', 'x']) {
      const wrong = { securityId, holdings: [{ clientId: 'C1', lots: [lot('2026-01-05', quantity)] }] };
      expect(await refused(desk, OWNER, 'setHoldings', wrong, '106')).toContain('holdings');
    }
  });

  test('reports are listed with who and why, newest first, each once', async () => {
    const desk = await start();
    const holding = (quantity: number, accountId?: string) => ({
      ...{ clientId: 'C1', lots: [{ date: '2026-01-05', quantity }] },
      ...(accountId === undefined ? {} : { accountId }),
    });
    const both = { securityId, holdings: [holding(60), holding(40, 'A1')] };
    await desk.ask(OWNER, 'setHoldings', { ...both, reason: 'Issue of January' });
    desk.time.moveTo(desk.time.nowUs() + 1_000_000);
    const one = { securityId, holdings: [holding(10, 'A1')] };
    const again = () => desk.call('POST', 'setHoldings', one, { as: 'MASTER', headers: { 'idempotency-key': 'K1' } });
    await again();
    await again();
    const read = (as: string, more: Item = {}) => desk.ask(as, 'getHolderChanges', { securityId, ...more });
    const { changes, nextCursor } = await read(OWNER);
    const none = { userId: null, clientId: null, accountId: null, reason: null };
    expect(changes).toMatchObject([
      { ...none, by: 'operator', holders: 1, shares: '10', clientId: 'C1', accountId: 'A1' },
      { ...none, by: 'issuer', holders: 2, shares: '100', reason: 'Issue of January' },
    ]);
    expect(nextCursor).toBeNull();
    const first = await read('MASTER', { limit: 1 });
    expect(first.changes).toEqual((changes as Item[]).slice(0, 1));
    expect(await read('MASTER', { limit: 1, cursor: first.nextCursor })).toEqual({
      changes: (changes as Item[]).slice(1),
      nextCursor: null,
    });
  });

  test('a client that is not named is refused by its own code; windows close the market', async () => {
    const desk = await start();
    await setRules(desk, { allowedClients: ['C2'] });
    const answer = await desk.call('POST', 'createOrder', { ...ORDER, ...SELL }, { as: 'C1' });
    expect(answer.body).toMatchObject({ statusCode: '190', reasonCode: 'account-may-not-trade-the-security' });
    await setRules(desk, { windows: [{ from: '2026-03-03 15:00:00', to: '2026-03-03 16:00:00' }] });
    expect(await desk.ask('C1', 'getMarketStatus', { securityId })).toMatchObject({
      ...{ market: 'closed', reasonCode: 'trading-window' },
      nextChange: { market: 'open', time: '2026-03-03 15:00:00' },
    });
  });
});
