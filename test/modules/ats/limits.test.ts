import { describe, expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import {
  ACCOUNT,
  AWAITING_SECURITY,
  type Caller,
  type Fields,
  OPERATOR,
  ORDER,
  OTHER_SECURITY,
  OTHER_TRADER,
  ok,
  refused,
  SECURITY,
  TRADER,
} from './fixtures.ts';
import { enter, FIRST, offer, openForEachTest, statusOf, venue } from './venue-for-each-test.ts';

openForEachTest();

const limit = (limits: Fields, over: Fields = {}) =>
  venue.post(OPERATOR, 'setLimits', { clientId: TRADER, limits: JSON.stringify(limits), ...over });
const tighten = (limits: Fields, over: Fields = {}) =>
  venue.post(TRADER, 'tightenLimits', { limits: JSON.stringify(limits), ...over });
const naming = (field: string) => ({ statusCode: '106', 'Error(s)': expect.stringContaining(`<br />${field}&nbsp;`) });
/** A 190 that names the limit, its value and the order's. */
const exceeds = (name: string, value: string, order: string, more: Fields = {}) => ({
  statusCode: '190',
  'Error(s)': expect.stringContaining(name),
  limit: { name, of: 'client', value, order, ...more },
});

describe('limits (V49 to V53)', () => {
  test.each([
    [{ maxOrderQuantity: 99 }, exceeds('maxOrderQuantity', '99', '100')],
    [{ maxOrderValue: '1024.999999' }, exceeds('maxOrderValue', '1024.999999', '1025.000000')],
    [{ maxOpenOrders: 0 }, exceeds('maxOpenOrders', '0', '1', { used: '0' })],
    [{ allowedSecurities: [OTHER_SECURITY] }, exceeds('allowedSecurities', String(OTHER_SECURITY), String(SECURITY))],
    [{ restrictedSecurities: [SECURITY] }, exceeds('restrictedSecurities', String(SECURITY), String(SECURITY))],
    [{ sides: 'Sell' }, exceeds('sides', 'Sell', 'Buy')],
    [{ maxOrdersPerSecond: 0 }, exceeds('maxOrdersPerSecond', '0', '1')],
  ])('%o refuses, and says by how much', async (limits, expected) => {
    expect((await limit(limits)).body).toMatchObject({ statusCode: '101', version: 1 });
    expect((await enter()).body).toMatchObject(expected);
    expect((await enter({}, OTHER_TRADER)).body).toMatchObject({ statusCode: '101' });
    await limit({});
    expect((await enter()).body).toMatchObject({ statusCode: '101' });
  });

  test('open value counts what is live already, exactly, and what leaves makes room', async () => {
    await enter();
    await limit({ maxOpenValue: '2050' });
    await enter();
    const third = exceeds('maxOpenValue', '2050.000000', '0.010000', { used: '2050.000000' });
    expect((await enter({ quantity: 1, price: '0.01' })).body).toMatchObject(third);
    await venue.post(TRADER, 'cancelOrder', { orderid: FIRST });
    expect((await enter()).body).toMatchObject({ statusCode: '101' });
  });

  test('the largest notional is summed exactly', async () => {
    const largest = { quantity: 1_000_000_000, price: '1000000000' };
    await limit({ maxOpenValue: '1000000000000000' });
    expect((await enter(largest)).body).toMatchObject({ limit: { order: '1000000000000000000.000000' } });
    await limit({});
    await enter(largest);
    await enter({ quantity: 1, price: '0.000001' });
    const read = await venue.post(TRADER, 'getLimits');
    expect(read.body).toMatchObject({ used: { openOrders: 2, openValue: '1000000000000000000.000001' } });
  });

  test('the limits of an account hold in addition to those of the client', async () => {
    await limit({ maxOrderQuantity: 100 });
    await limit({ maxOrderQuantity: 50 }, { accountid: ACCOUNT });
    expect((await enter({ quantity: 60 })).body).toMatchObject({ statusCode: '101' });
    expect((await enter({ quantity: 60, accountid: ACCOUNT })).body).toMatchObject({
      limit: { name: 'maxOrderQuantity', of: 'account', value: '50', order: '60' },
    });
    await limit({ maxOrderQuantity: 500 }, { accountid: ACCOUNT });
    expect((await enter({ quantity: 101, accountid: ACCOUNT })).body).toMatchObject({ limit: { of: 'client' } });
  });

  test('a replacement that raises is held against them, one that lowers never', async () => {
    await enter();
    await limit({ maxOrderQuantity: 50, maxOrderValue: '500', restrictedSecurities: [SECURITY], maxOpenValue: '1' });
    const replace = (fields: Fields) => venue.post(TRADER, 'replaceOrder', { orderid: FIRST, ...fields });
    expect((await replace({ quantity: 99 })).body).toMatchObject({ statusCode: '101' });
    expect((await replace({ price: '10' })).body).toMatchObject({ statusCode: '101' });
    expect((await replace({ price: '10.01' })).body).toMatchObject({ limit: { name: 'maxOrderValue' } });
    expect((await replace({ quantity: 100 })).body).toMatchObject({ limit: { name: 'maxOrderQuantity' } });
  });

  test('the price band lies around the last trade, or around the price that the operator sets', async () => {
    await limit({ priceBand: '10' });
    expect((await enter({ price: '500' })).body).toMatchObject({ statusCode: '101' });
    await venue.post(TRADER, 'cancelOrders', {});
    await offer({ price: '10' });
    await enter({ price: '10' });
    expect((await enter({ price: '11' })).body).toMatchObject({ statusCode: '101' });
    const outside = exceeds('priceBand', '10.000000 percent', '11.000001', { used: '10.000000' });
    expect((await enter({ price: '11.000001' })).body).toMatchObject(outside);
    const set = await venue.post(OPERATOR, 'setReferencePrice', { securityid: SECURITY, price: '20' });
    expect(set.body).toEqual(ok({ securityId: String(SECURITY), referencePrice: '20.000000' }));
    expect((await enter({ price: '11' })).body).toMatchObject({ limit: { name: 'priceBand', used: '20.000000' } });
    expect((await enter({ price: '18' })).body).toMatchObject({ statusCode: '101' });
    const cleared = await venue.post(OPERATOR, 'setReferencePrice', { securityid: SECURITY });
    expect(cleared.body).toEqual(ok({ securityId: String(SECURITY), referencePrice: '10.000000' }));
    const other = await venue.post(OPERATOR, 'setReferencePrice', { securityid: 4711, price: '20' });
    expect(other.body).toEqual(refused(138, 'there is no such security'));
  });

  test.each([
    ['Buy', '10.9', ['11.000001', '12', '8.999999'], ['11', '9']],
    ['Sell', '9.1', ['8.999999', '0.01', '11.000001'], ['9', '11']],
  ])(
    'replaceOrder of a %s order keeps within the price band, however small it becomes',
    async (action, price, outside, inside) => {
      await venue.post(OPERATOR, 'setReferencePrice', { securityid: SECURITY, price: '10' });
      await enter({ action, price });
      await limit({ priceBand: '10' });
      const replace = (fields: Fields) => venue.post(TRADER, 'replaceOrder', { orderid: FIRST, ...fields });
      for (const next of outside) {
        for (const quantity of [1, 100, 200]) {
          expect((await replace({ price: next, quantity })).body).toMatchObject({ limit: { name: 'priceBand' } });
        }
      }
      for (const next of inside) expect((await replace({ price: next })).body).toMatchObject({ statusCode: '101' });
      // An order outside of a band that moved may come nearer to it, and not go farther.
      await venue.post(OPERATOR, 'setReferencePrice', { securityid: SECURITY, price: '20' });
      expect((await replace({ price: '12' })).body).toMatchObject({ statusCode: '101' });
      expect((await replace({ price: '11.999999' })).body).toMatchObject({ limit: { name: 'priceBand' } });
    },
  );

  test('the document is set whole, and read as it can be sent again, with its versions', async () => {
    const whole = {
      maxOrderQuantity: 100,
      maxOrderValue: '1000.000000',
      maxOpenValue: '5000.500000',
      maxOpenOrders: 7,
      priceBand: '2.500000',
      allowedSecurities: [String(SECURITY)],
      restrictedSecurities: [],
      sides: 'Both',
      noShortSale: 'Yes',
      maxOrdersPerSecond: 10,
    };
    expect((await limit(whole)).body).toEqual(ok({ version: 1, limits: whole }));
    expect((await limit({ maxOpenOrders: 5 })).body).toEqual(ok({ version: 2, limits: { maxOpenOrders: 5 } }));
    const read = await venue.post(TRADER, 'getLimits', { history: 'Yes' });
    const when = { setDate: '2026-03-02 15:00:00', setBy: 'operator' };
    expect(read.body).toEqual(
      ok({
        version: 2,
        limits: { maxOpenOrders: 5 },
        used: { openOrders: 0, openValue: '0.000000', ordersThisSecond: 0 },
        accountsWithLimits: [],
        history: [
          { version: 1, ...when, limits: whole },
          { version: 2, ...when, limits: { maxOpenOrders: 5 } },
        ],
      }),
    );
    expect((await limit({}, { expectedVersion: 1 })).body).toMatchObject(refused(190));
    expect((await limit({}, { expectedVersion: 2 })).body).toMatchObject({ version: 3 });
  });

  test.each([
    [{ maxOrderQuantity: -1 }, 'maxOrderQuantity'],
    [{ maxOrderValue: '1.0000001' }, 'maxOrderValue'],
    [{ priceBand: '1001' }, 'priceBand'],
    [{ sides: 'None' }, 'sides'],
    [{ allowedSecurities: 'all' }, 'allowedSecurities'],
    [{ maxGain: 1 }, 'maxGain'],
  ])('%o is malformed, and the field is named', async (limits, field) => {
    const { body } = await limit(limits);
    expect(body).toMatchObject(naming('limits'));
    expect(body).toMatchObject({ 'Error(s)': expect.stringContaining(`"${field}"`) });
  });

  test('the client tightens, and never loosens', async () => {
    await limit({ maxOrderQuantity: 100, allowedSecurities: [SECURITY, OTHER_SECURITY], noShortSale: 'Yes' });
    const tightened = await tighten({ maxOrderQuantity: 80, maxOpenOrders: 3, allowedSecurities: [SECURITY] });
    const limits = {
      maxOrderQuantity: 80,
      maxOpenOrders: 3,
      allowedSecurities: [String(SECURITY)],
      noShortSale: 'Yes',
    };
    expect(tightened.body).toEqual(ok({ version: 2, limits }));
    for (const looser of [
      { maxOrderQuantity: 81 },
      { maxOpenOrders: 4 },
      { allowedSecurities: [SECURITY, AWAITING_SECURITY] },
      { noShortSale: 'No' },
    ]) {
      const { body } = await tighten(looser);
      expect(body).toMatchObject(naming('limits'));
      expect(body).toMatchObject({ 'Error(s)': expect.stringContaining(`"${Object.keys(looser)[0]}"`) });
    }
    const account = await tighten({ sides: 'Buy' }, { accountid: ACCOUNT });
    expect(account.body).toEqual(ok({ accountId: ACCOUNT, version: 1, limits: { sides: 'Buy' } }));
    expect((await venue.post(TRADER, 'getLimits')).body).toMatchObject({ version: 2, accountsWithLimits: [ACCOUNT] });
  });

  test('nobody sets or reads those of others', async () => {
    expect((await venue.post(TRADER, 'setLimits', { clientId: TRADER, limits: '{}' })).body).toEqual(refused(111));
    expect((await venue.post(OTHER_TRADER, 'getLimits', { clientId: TRADER })).body).toMatchObject(naming('clientId'));
    expect((await venue.post(OTHER_TRADER, 'getLimits', { accountid: ACCOUNT })).body).toEqual(refused(148));
    expect((await limit({}, { clientId: 'C4711' })).body).toEqual(refused(404, 'There is no such client'));
    expect((await limit({}, { accountid: 'A9' })).body).toEqual(refused(148));
    const foreign = await venue.post(OTHER_TRADER, 'tightenLimits', { accountid: ACCOUNT, limits: '{}' });
    expect(foreign.body).toEqual(refused(148));
    expect((await venue.post(OPERATOR, 'getLimits')).body).toMatchObject(naming('clientId'));
  });
});

describe('positions (V52)', () => {
  const positions = async (caller: Caller = TRADER, fields: Fields = {}) =>
    (await venue.post(caller, 'getPositions', fields)).body;
  const give = (quantity: number, over: Fields = {}) =>
    venue.post(OPERATOR, 'setPosition', { clientId: TRADER, securityid: SECURITY, quantity, ...over });

  const securityId = String(SECURITY);
  const whole = { costCarriedForward: 'No' };
  const unvalued = { averageCost: null, ...whole, lastPrice: null, value: null };

  test('matches move them from the first on, at average cost and with the value at the last price', async () => {
    await enter({ action: 'Sell' });
    await enter({}, OTHER_TRADER);
    await enter({ action: 'Sell', price: '11.25' });
    await enter({ price: '11.25' }, OTHER_TRADER);
    const lastPrice = '11.250000';
    const sold = { averageCost: '10.750000', ...whole, lastPrice, value: '-2250.000000' };
    const shown = [{ securityId, quantity: -200, settled: 0, ...sold }];
    expect(await positions()).toEqual(ok({ positions: shown, morePositions: 'No' }));
    const bought = [{ securityId, quantity: 200, settled: 0, ...sold, value: '2250.000000' }];
    expect(await positions(OTHER_TRADER)).toEqual(ok({ positions: bought, morePositions: 'No' }));
  });

  test('the operator sets them, and matches move them', async () => {
    const opening = { securityId, quantity: 150, averageCost: '9.500000' };
    expect((await give(150, { averageCost: '9.5' })).body).toEqual(ok(opening));
    await enter({ action: 'Sell' });
    await enter({}, OTHER_TRADER);
    const lastPrice = '10.250000';
    // The sale of 100 is not settled yet.
    const cost = { averageCost: '9.500000', ...whole, lastPrice };
    const kept = { securityId, quantity: 50, settled: 150, ...cost, value: '512.500000' };
    expect(await positions()).toEqual(ok({ positions: [kept], morePositions: 'No' }));
    const half = { ...kept, quantity: 25, settled: 125, value: '256.250000' };
    expect((await give(25)).body).toEqual(ok({ securityId, quantity: 25 }));
    expect(await positions()).toEqual(ok({ positions: [half], morePositions: 'No' }));
    const paid = { ...cost, averageCost: lastPrice, value: '1025.000000' };
    const bought = { positions: [{ securityId, quantity: 100, settled: 0, ...paid }], morePositions: 'No' };
    expect(await positions(OTHER_TRADER)).toEqual(ok(bought));
    expect(await positions(OPERATOR, { clientId: TRADER, securityid: OTHER_SECURITY })).toMatchObject({
      positions: [],
    });
  });

  test('without a short sale an account sells what it has, less what it offers', async () => {
    await limit({ noShortSale: 'Yes' });
    expect((await enter({ action: 'Sell' })).body).toMatchObject(exceeds('noShortSale', '0', '100'));
    await give(150);
    expect((await enter({ action: 'Sell' })).body).toMatchObject({ statusCode: '101' });
    expect((await enter({ action: 'Sell', quantity: 51 })).body).toMatchObject(exceeds('noShortSale', '50', '51'));
    expect((await enter({ action: 'Sell', quantity: 50, accountid: ACCOUNT })).body).toMatchObject({
      limit: { value: '0' },
    });
    expect((await enter({ action: 'Sell', quantity: 50 })).body).toMatchObject({ statusCode: '101' });
    expect((await enter({ action: 'Buy' })).body).toMatchObject({ statusCode: '101' });
  });

  test('a file sets many, all or none', async () => {
    const load = (content: string) => venue.post(OPERATOR, 'loadPositions', { positions: content });
    const head = 'clientId,accountId,securityId,quantity';
    const lines = [head, `${TRADER},,${SECURITY},10`, `"${TRADER}",${ACCOUNT},${SECURITY},-5`, ''];
    expect((await load(lines.join('\r\n'))).body).toEqual(ok({ positions: 2 }));
    const shown = [
      { securityId, quantity: 10, settled: 10, ...unvalued },
      { accountId: ACCOUNT, securityId, quantity: -5, settled: -5, ...unvalued },
    ];
    expect(await positions()).toEqual(ok({ positions: shown, morePositions: 'No' }));
    expect(await positions(TRADER, { limit: 1 })).toEqual(ok({ positions: shown.slice(0, 1), morePositions: 'Yes' }));
    expect(await positions(TRADER, { offset: 1 })).toEqual(ok({ positions: shown.slice(1), morePositions: 'No' }));
    for (const [wrong, says] of [
      ['a,b\n', 'must begin with the line'],
      [`${head}\n${TRADER},,${SECURITY},1.5`, 'line 2 is not'],
      [`${head}\n${TRADER},,${SECURITY},1\n${TRADER},,${SECURITY}`, 'line 3 is not'],
      [`${head}\n${TRADER},,4711,1`, 'line 2 names'],
      [`${head}\nC4711,,${SECURITY},1`, 'line 2 names'],
      [`${head}\n${TRADER},A9,${SECURITY},1`, 'line 2 names'],
      [`${head}\n${`${TRADER},,${SECURITY},1\n`.repeat(10_001)}`, 'must not have more than 10000 lines'],
    ] as const) {
      const { body } = await load(wrong);
      expect(body).toMatchObject(naming('positions'));
      expect(body).toMatchObject({ 'Error(s)': expect.stringContaining(says) });
    }
    expect(await positions()).toMatchObject({ positions: shown });
    const withCost = [`${head},averageCost`, `${TRADER},,${SECURITY},10,2.5`, `${TRADER},${ACCOUNT},${SECURITY},-5,`];
    expect((await load(withCost.join('\n'))).body).toEqual(ok({ positions: 2 }));
    expect(await positions()).toMatchObject({ positions: [{ averageCost: '2.500000' }, { averageCost: null }] });
    expect((await load(`${head},averageCost\n${TRADER},,${SECURITY},1`)).body).toMatchObject(naming('positions'));
  });
});

describe('kill switches (V54)', () => {
  const throwSwitch = (caller: Caller, fields: Fields) =>
    venue.post(caller, 'throwKillSwitch', { reason: 'a runaway program', ...fields });
  const release = (caller: Caller, fields: Fields) => venue.post(caller, 'releaseKillSwitch', fields);
  const list = async (caller: Caller) => (await venue.post(caller, 'getKillSwitches')).body;
  const STOPPED = { statusCode: '190', killSwitch: { reason: 'a runaway program', since: '2026-03-02 15:00:00' } };

  test('a client stops itself: its orders are cancelled, new ones refused, others go on', async () => {
    await enter();
    await enter({}, OTHER_TRADER);
    const shown = {
      scope: 'client',
      thrownBy: 'client',
      reason: 'a runaway program',
      since: '2026-03-02 15:00:00',
    };
    const thrown = await throwSwitch(TRADER, { scope: 'client' });
    expect(thrown.body).toEqual(ok({ killSwitch: shown, cancelledOrders: 1 }));
    expect([statusOf('100100'), statusOf('100200')]).toEqual(['Cancelled', 'Live']);
    expect(venue.exchange.order(100100 as OrderId)?.reason).toBe('a runaway program');
    expect((await enter()).body).toMatchObject(STOPPED);
    expect((await enter({}, OTHER_TRADER)).body).toMatchObject({ statusCode: '101' });
    expect(await list(TRADER)).toEqual(ok({ killSwitches: [shown] }));
    expect(await list(OPERATOR)).toEqual(ok({ killSwitches: [{ ...shown, clientId: TRADER }] }));
    expect(await list(OTHER_TRADER)).toEqual(ok({ killSwitches: [] }));
    expect((await release(TRADER, { scope: 'client' })).body).toEqual(ok({ released: 'Yes' }));
    expect((await enter()).body).toMatchObject({ statusCode: '101' });
  });

  test('a client does not release what the operator threw', async () => {
    await throwSwitch(OPERATOR, { scope: 'client', clientId: TRADER });
    expect((await release(TRADER, { scope: 'client' })).body).toMatchObject({ statusCode: '404' });
    expect((await enter()).body).toMatchObject(STOPPED);
    expect((await release(OPERATOR, { scope: 'client', clientId: TRADER })).body).toMatchObject({ statusCode: '101' });
    expect((await enter()).body).toMatchObject({ statusCode: '101' });
  });

  test.each([
    ['an account', { scope: 'account', clientId: TRADER, accountid: ACCOUNT }, [ACCOUNT]],
    ['a security', { scope: 'security', securityid: SECURITY }, [undefined, ACCOUNT]],
    ['the venue', { scope: 'venue' }, [undefined, ACCOUNT]],
  ])('the operator stops %s', async (_what, scope, stopped) => {
    await enter({ accountid: ACCOUNT });
    await enter({ securityid: OTHER_SECURITY, issuerid: 7002 });
    await throwSwitch(OPERATOR, scope);
    expect(statusOf('100100')).toBe('Cancelled');
    expect(statusOf('100200')).toBe(scope.scope === 'venue' ? 'Cancelled' : 'Live');
    for (const accountid of [undefined, ACCOUNT]) {
      const isStopped = (stopped as unknown[]).includes(accountid);
      expect((await enter({ accountid })).body).toMatchObject(isStopped ? STOPPED : { statusCode: '101' });
    }
  });

  test('what is not the caller’s, or not whole, is refused', async () => {
    for (const scope of ['venue', 'security']) {
      expect((await throwSwitch(TRADER, { scope, securityid: SECURITY })).body).toMatchObject(naming('scope'));
    }
    expect((await throwSwitch(TRADER, { scope: 'client', clientId: OTHER_TRADER })).body).toMatchObject(
      naming('clientId'),
    );
    expect((await throwSwitch(TRADER, { scope: 'account' })).body).toMatchObject(naming('accountid'));
    expect((await throwSwitch(OTHER_TRADER, { scope: 'account', accountid: ACCOUNT })).body).toEqual(refused(148));
    expect((await throwSwitch(OPERATOR, { scope: 'client' })).body).toMatchObject(naming('clientId'));
    expect((await throwSwitch(OPERATOR, { scope: 'security' })).body).toMatchObject(naming('securityid'));
    expect((await throwSwitch(OPERATOR, { scope: 'security', securityid: 4711 })).body).toMatchObject(refused(138));
    expect((await throwSwitch(OPERATOR, { scope: 'client', clientId: 'C4711' })).body).toMatchObject(refused(404));
    expect(await list(OPERATOR)).toEqual(ok({ killSwitches: [] }));
  });
});

describe('validateOrder (V55)', () => {
  const validate = (changes: Fields = {}) => venue.post(TRADER, 'validateOrder', { ...ORDER, ...changes });

  test('answers what createOrder would, and does nothing', async () => {
    await limit({ maxOrderQuantity: 100, maxOpenOrders: 1, maxOrdersPerSecond: 1 });
    const sequence = venue.exchange.sequence;
    for (let times = 0; times < 3; times++) {
      const details = { securityId: String(SECURITY), action: 'Bid', orderStatus: 'Live', token: 't' };
      expect((await validate({ token: 't' })).body).toEqual(ok({ orderDetails: details, ignoredFields: [] }));
    }
    const { body } = await validate({ status: 'Executed', expirationDate: '2026-12-31', minimumThreshold: 5 });
    expect(body).toMatchObject({ ignoredFields: ['status', 'expirationDate', 'minimumThreshold'] });
    expect((await validate({ securityid: AWAITING_SECURITY })).body).toMatchObject({
      orderDetails: { orderStatus: 'Pending' },
    });
    expect(venue.exchange.sequence).toBe(sequence);
    expect((await enter()).body).toMatchObject({ orderDetails: { orderId: '100100' } });
  });

  test('refuses what createOrder refuses, with the same answer', async () => {
    await limit({ maxOrderQuantity: 100, maxOrderValue: '1025', maxOpenOrders: 1 });
    await enter({ quantity: 1 });
    for (const changes of [
      { quantity: 101 },
      { price: '10.26' },
      { quantity: 1 },
      { price: '0' },
      { issuerid: 7002 },
      { issuerid: 4711 },
      { securityid: 4711 },
      { accountid: 'A9' },
      { expiration: 'Other' },
    ]) {
      const [validated, entered] = [await validate(changes), await enter(changes)];
      expect(entered.body).not.toMatchObject({ statusCode: '101' });
      expect(validated.body).toEqual(entered.body);
    }
  });
});
