/**
 * Two venues that differ only in what is hidden from a stranger (V18, V55, V64): hidden, pending and held orders, and
 * the limits, positions, switches, timers and blocks of others. The stranger calls every method in both, without
 * trading, and gets the same bytes.
 *
 * HIDDEN_SEED: of the generated venues; HIDDEN_RUNS: how many there are.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../../../src/exchange/api/commands.ts';
import { NO_TRANSFER_RULES } from '../../../src/exchange/api/transfer-commands.ts';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { blocksModule } from '../../../src/modules/blocks/index.ts';
import { limitsModule } from '../../../src/modules/limits/index.ts';
import { transferModule } from '../../../src/modules/transfer/index.ts';
import { idOfOrder, type OrderFields, order, replace } from '../../exchange/venue.ts';
import { describeMostlyOnSqlite } from '../../support/database.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { ISSUER, ORDER, OWNER, SECURITY } from './fixtures.ts';

type Body = Record<string, unknown>;
interface Probe {
  readonly method: string;
  /** Absent: a GET. */
  readonly body?: Body;
  readonly as: string;
}

const { HIDDEN_SEED, HIDDEN_RUNS = THOROUGH ? '20' : '1' } = process.env;
/** Orders of PENDING wait for approval, those of HELD under transfer rules. */
const [PENDING, HELD] = [8, 9] as [SecurityId, SecurityId];
const STRANGER = 'S';
/** Another one, whose kill switch is thrown. */
const STOPPED = 'S2';
/** Of SECURITY, in millionths of a dollar. */
const TICK = 10;

/** Between the disclosed bid at 9 and the disclosed offer at 11, bids below and offers above 10: nothing trades. */
const hiddenOrder = fc
  .record({
    clientId: fc.constantFrom('C2', 'C4'),
    securityId: fc.constantFrom(SECURITY, SECURITY, SECURITY, PENDING, HELD),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 200 }),
    depth: fc.integer({ min: 1, max: 99_999 }).map((ticks) => ticks * TICK),
    contingency: fc.constantFrom('None' as const, 'None', 'All or None'),
    orderType: fc.constantFrom('Limit' as const, 'Limit', 'Limit', 'RFQ'),
    postOnly: fc.boolean(),
  })
  .map(({ depth, side, orderType, postOnly, ...fields }): OrderFields => {
    const price = 10_000_000 + (side === 'buy' ? -depth : depth);
    const optional = postOnly && orderType === 'Limit' ? { optional: { postOnly: true } as const } : {};
    return { ...fields, side, orderType, price, disclosed: false, token: 'hidden', ...optional };
  });

const ofOther = { clientId: 'C4', accountId: null } as const;
const HIDDEN_SETTINGS: readonly Command[] = [
  {
    ...{ type: 'setLimits', ...ofOther, tightens: false, expected: null },
    policy: { maxOrderQuantity: 500, priceBand: 50_000_000, noShortSale: false },
  },
  { type: 'setPositions', positions: [{ ...ofOther, securityId: SECURITY, quantity: 4321, averageCost: 7_000_000 }] },
  { type: 'cancelAllAfter', clientId: 'C4', seconds: 3600 },
  { type: 'selfTrade', ...ofOther, mode: 'Cancel Newest' },
  { type: 'throwSwitch', scope: { clientId: 'C5' }, by: 'operator', reason: 'a reason of others' },
  {
    ...{ type: 'reportBlock', quantity: 77, price: 10_123_450, seconds: null },
    ticket: { ...order({ clientId: 'C2', securityId: SECURITY, disclosed: false }).ticket, type: 'Block' },
    counterparty: { clientId: 'C4', accountId: null },
  } as Command,
];

const price = fc.integer({ min: 8_500_000, max: 11_500_000 }).map((millionths) => (millionths / 1e6).toFixed(6));
const validation = fc.record({
  action: fc.constantFrom('Buy', 'Sell'),
  price,
  quantity: fc.constantFrom('1', '100', '900'),
  securityid: fc.constantFrom(SECURITY, PENDING, HELD).map(String),
  postOnly: fc.constantFrom('Yes', 'Yes', 'No'),
  expiration: fc.constantFrom('GTC', 'Day'),
  contingencies: fc.constantFrom('None', 'All or None'),
});

/** The own orders of the stranger, by which it has ids to name. */
interface Own {
  readonly postOnly: string;
  readonly rfq: string;
  readonly quoted: string;
}

const offTick = ({ price: at }: Body) => String(at).replace(/.$/, '5');

/** Calls that trade nothing: reads, validations, and calls that are refused whatever is hidden. */
function probesOf(own: Own, asked: readonly Body[]): Probe[] {
  const post = (method: string, body: Body = {}, as = STRANGER): Probe => ({ method, body, as });
  const get = (method: string): Probe => ({ method, as: STRANGER });
  const ids = [...Array(14).keys()].map((n) => String(100_100 + 100 * n));
  const foreign = ids.filter((id) => id !== own.postOnly && id !== own.rfq);
  const [securityid, memberid] = [String(SECURITY), '1'];
  return [
    ...asked.flatMap((body) => [
      post('validateOrder', { ...ORDER, ...body }),
      // Each is refused: off the tick of the security, above the own limit, or by the own kill switch.
      post('createOrder', { ...ORDER, ...body, securityid, price: offTick(body) }),
      post('createOrder', { ...ORDER, ...body, quantity: '900' }),
      post('createOrder', { ...ORDER, ...body }, STOPPED),
      post('replaceOrder', { orderid: own.postOnly, price: offTick(body) }),
      post('replaceOrder', { orderid: own.postOnly, price: body.price, quantity: '900' }),
      post('reportBlock', {
        ...{ securityid, action: body.action, quantity: '10', price: offTick(body), memberid, counterpartyId: 'C2' },
      }),
      post('createQuote', { orderid: own.quoted, memberid, price: offTick(body), quantity: '10' }),
    ]),
    ...ids.flatMap((orderid) => [
      ...['getOrder', 'getOrderHistory', 'explainOrder', 'getQuotes'].map((method) => post(method, { orderid })),
      post('updateOrder', { orderid, issuerid: String(ISSUER), orderStatus: 'Live' }),
      post('answerFirstRefusal', { orderid, answer: 'Waive' }),
      get(`ats/orders/${orderid}`),
    ]),
    ...foreign.flatMap((orderid) => [
      post('cancelOrder', { orderid }),
      post('replaceOrder', { orderid, price: '10' }),
      ...(orderid === own.quoted ? [] : [post('createQuote', { orderid, memberid, price: '10', quantity: '1' })]),
    ]),
    ...['acceptQuote', 'declineQuote', 'cancelQuote'].map((method) => post(method, { quoteId: '1' })),
    post('confirmBlock', { blockId: '100100', memberid }),
    ...['declineBlock', 'cancelBlock'].map((method) => post(method, { blockId: '100100' })),
    ...['getBlocks', 'getTops', 'getPositions', 'getLimits', 'getKillSwitches', 'getSecurities'].map((m) => post(m)),
    ...[SECURITY, PENDING, HELD]
      .map(String)
      .flatMap((securityId) => [
        post('getClob', { securityid: securityId, issuerid: String(ISSUER) }),
        post('getBars', { securityId, interval: '1m' }),
        ...[
          ...['getDepth', 'getMarketStatus', 'getSecurityReference', 'getSecuritySettings', 'getRfqOrders'],
          ...['getOrdersForApproval', 'getTransferRules', 'getHoldings', 'getTimeAndSales', 'getOrdersForFirstRefusal'],
        ].map((method) => post(method, { securityId })),
      ]),
    ...['ats/orders', 'ats/trades', 'events'].map(get),
  ];
}

/** Refusals that show that the calls came as far as the venue. */
const SURE = [
  ...['validateOrder 101', 'validateOrder post-only-would-cross', 'createOrder price-off-tick', 'getDepth 101'],
  ...['createOrder order-quantity-above-limit', 'createOrder trading-stopped', 'replaceOrder price-off-tick'],
  ...['replaceOrder order-quantity-above-limit', 'reportBlock price-off-tick', 'createQuote price-off-tick'],
  ...['getOrder 101', 'getOrder unknown-order', 'getClob 101', 'getTimeAndSales 101', 'events 101'],
];

/** An answer, without the numbers by which the venue counts everything that happens in it (V34, C5). */
function shown(answer: unknown): string {
  return JSON.stringify(answer, (name, value) => (/^(eventSeq|nextCursor|cursor|seq)$/.test(name) ? '#' : value));
}

describeMostlyOnSqlite('what is hidden from a stranger', (open) => {
  async function venue(): Promise<Desk & { own: Own }> {
    const accounts = { isActive: () => false };
    const reference = { clientIds: async () => ['C1', 'C2', 'C4', STRANGER] };
    const desk = await startDesk(
      open,
      (deps, records) => [
        ...blocksModule({ exchange: deps.exchange, accounts, reference }),
        ...limitsModule({ exchange: deps.exchange, accounts, reference }),
        ...transferModule({ exchange: deps.exchange, records, accounts, reference } as never),
      ],
      { [STRANGER]: { clientId: STRANGER }, [STOPPED]: { clientId: STOPPED } },
    );
    const { exchange } = desk;
    const listed = { type: 'security', issuerId: ISSUER, ownerClientId: OWNER, status: 'trading' } as const;
    await exchange.submit({ ...listed, securityId: PENDING, name: 'Pending', orderApproval: true });
    await exchange.submit({ ...listed, securityId: HELD, name: 'Held' });
    const ofOwner = { clientId: OWNER, byOperator: false, securityId: HELD } as const;
    const rules = { ...NO_TRANSFER_RULES, holdersMax: 1, firstRefusal: { hours: 24, unanswered: 'Waive' } as const };
    await exchange.submit({ type: 'transferRules', ...ofOwner, rules, version: null });
    const shown: OrderFields = { clientId: 'C1', securityId: SECURITY };
    await exchange.submit(order({ ...shown, price: 9_500_000 }));
    await exchange.submit(order({ ...shown, price: 9_500_000, side: 'sell', clientId: 'C3' }));
    await exchange.submit(order({ ...shown, price: 9_000_000 }));
    await exchange.submit(order({ ...shown, price: 11_000_000, side: 'sell' }));
    const quoted = await exchange.submit(order({ ...shown, orderType: 'RFQ', price: 0 }));
    const mine: OrderFields = { clientId: STRANGER, securityId: SECURITY };
    const resting = await exchange.submit(order({ ...mine, price: 8_000_000, optional: { postOnly: true } }));
    const rfq = await exchange.submit(order({ ...mine, orderType: 'RFQ', price: 0, side: 'sell' }));
    await exchange.submit({
      ...{ type: 'securityReference', securityId: SECURITY, expected: null },
      reference: { tickSizes: [{ from: 0, tick: TICK }] },
    } as never);
    await exchange.submit({
      ...{ type: 'throwSwitch', scope: { clientId: STOPPED }, by: 'client', reason: 'mine' },
    } as Command);
    const policy = { maxOrderQuantity: 899 };
    await exchange.submit({
      type: 'setLimits',
      clientId: STRANGER,
      accountId: null,
      policy,
      tightens: false,
      expected: null,
    });
    const [postOnly, ofRfq, ofQuoted] = [resting, rfq, quoted].map((one) => String(idOfOrder(one)));
    return Object.assign(desk, { own: { postOnly: postOnly!, rfq: ofRfq!, quoted: ofQuoted! } });
  }

  async function hide(desk: Desk, orders: readonly OrderFields[]): Promise<void> {
    const { exchange } = desk;
    const ids = [];
    for (const fields of orders) ids.push([idOfOrder(await exchange.submit(order(fields))), fields] as const);
    for (const [orderId, { clientId, quantity = 2 }] of ids.slice(0, 2)) {
      await exchange.submit(replace(orderId, { clientId: clientId!, quantity: Math.max(1, quantity - 1) }));
    }
    for (const command of HIDDEN_SETTINGS) expect(await exchange.submit(command)).toMatchObject({ ok: true });
  }

  test('is hidden in every answer that it gets', async () => {
    const kinds = new Set<string>();
    const answersOf = async (desk: Desk & { own: Own }, asked: readonly Body[]) => {
      // What everybody sees changes after what is hidden, too.
      await desk.exchange.submit(order({ clientId: 'C1', securityId: SECURITY, price: 8_900_000 }));
      const answers = new Map<string, string>();
      for (const { method, body, as } of probesOf(desk.own, asked)) {
        const answer =
          body === undefined ? await desk.get(method, { as }) : await desk.call('POST', method, body, { as });
        answers.set(`${method} ${as} ${JSON.stringify(body)}`, shown(answer));
        kinds.add(`${method} ${answer.body.reasonCode ?? answer.body.statusCode}`);
      }
      return answers;
    };
    const runs = fc.sample(
      fc.tuple(
        fc.array(hiddenOrder, { minLength: 5, maxLength: 12 }),
        fc.array(validation, { minLength: 10, maxLength: 20 }),
      ),
      { numRuns: Number(HIDDEN_RUNS), ...(HIDDEN_SEED === undefined ? {} : { seed: Number(HIDDEN_SEED) }) },
    );
    for (const [orders, asked] of runs) {
      const [plain, hiding] = [await venue(), await venue()];
      await hide(hiding, orders);
      const prices = orders.map(({ price: at = 0 }) => (at / 1e6).toFixed(6));
      const shownPrices = ['11.200000', '8.700000'];
      const near = [...prices, ...shownPrices].flatMap((at) =>
        ['Buy', 'Sell'].map((action) => ({ action, price: at, postOnly: 'Yes' })),
      );
      const [expected, got] = [
        await answersOf(plain, [...asked, ...near]),
        await answersOf(hiding, [...asked, ...near]),
      ];
      for (const [call, answer] of expected) expect(`${call}\n${got.get(call)}`).toBe(`${call}\n${answer}`);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(SURE));
  });
});
