import fc from 'fast-check';
import type { LimitCommand } from '../../src/exchange/api/limit-commands.ts';
import type { LimitPolicy } from '../../src/exchange/api/limit-policy.ts';
import type { OptionalTerms, SelfTrade } from '../../src/exchange/api/optional-terms.ts';
import type { Contingency, Expiration, OrderType } from '../../src/exchange/api/orders.ts';
import type { RiskCommand } from '../../src/exchange/api/risk-commands.ts';
import type { SecurityReference, SecurityReferenceCommand } from '../../src/exchange/api/security-reference.ts';
import type { TransferCommand, TransferDueCommand } from '../../src/exchange/api/transfer-commands.ts';
import { idOf, type MatchId, NO_ORDER, type OrderId, type SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { transferCommand } from './transfer-flow.ts';
import { DOLLAR, type OrderFields, order, security } from './venue.ts';

/** One step of a random day of a small venue; order numbers count the orders that were entered, from 0. */
type Step =
  | { kind: 'enter'; over: OrderFields; unique: boolean }
  | { kind: 'byToken'; token: string; quantity: number | undefined }
  | { kind: 'takeQuote'; number: number; quantity: number; side: 'buy' | 'sell' }
  | { kind: 'notice'; clientId: string }
  | { kind: 'cancel' | 'approve' | 'refuse'; number: number }
  | { kind: 'replace'; number: number; quantity: number | undefined; price: number | undefined }
  | { kind: 'security'; over: Partial<Extract<UntimedCommand, { type: 'security' }>> }
  | { kind: 'session'; action: 'open' | 'close'; securityId: SecurityId | null; date: string }
  | { kind: 'halt' | 'resume'; securityId: SecurityId }
  | { kind: 'dateEnd'; date: string }
  | { kind: 'transfer'; command: Extract<UntimedCommand, TransferCommand | TransferDueCommand> }
  | { kind: 'reference'; command: SecurityReferenceCommand }
  | {
      kind: 'risk';
      command: Extract<UntimedCommand, RiskCommand | LimitCommand | { type: 'cancelTimer' | 'restarted' }>;
    };

const SECURITIES = [7, 8, 9] as SecurityId[];
const DATES = ['2026-11-20', '2026-11-23', '2026-11-24'];

const aSecurity = fc.constantFrom(...SECURITIES);
const aDate = fc.constantFrom(...DATES);
const aNumber = fc.nat(400);

const aClient = fc.constantFrom('a', 'b');
const aSelfTrade = fc.constantFrom<SelfTrade>('None', 'Cancel Newest', 'Cancel Oldest', 'Cancel Both');

const policy: fc.Arbitrary<LimitPolicy> = fc.record(
  {
    maxOrderQuantity: fc.integer({ min: 10, max: 30 }),
    maxOrderValue: fc.integer({ min: 100, max: 300 }).map(inDollars),
    maxOpenValue: fc.integer({ min: 200, max: 2000 }).map(inDollars),
    maxOpenOrders: fc.integer({ min: 2, max: 12 }),
    // Hundredths of a percent: from 5 to 30 percent.
    priceBand: fc.integer({ min: 500, max: 3000 }).map((hundredths) => hundredths * 10_000),
    allowedSecurities: fc.subarray(SECURITIES, { minLength: 2 }),
    restrictedSecurities: fc.subarray(SECURITIES, { maxLength: 1 }),
    sides: fc.constantFrom('Both', 'Both', 'Buy', 'Sell'),
    noShortSale: fc.boolean(),
    maxOrdersPerSecond: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

function inDollars(dollars: number): bigint {
  return BigInt(dollars) * BigInt(DOLLAR);
}

const aPosition = fc.record(
  {
    clientId: aClient,
    accountId: fc.constantFrom(null, 'x'),
    securityId: aSecurity,
    quantity: fc.integer({ min: -20, max: 200 }),
    averageCost: fc.integer({ min: 0, max: 20 * DOLLAR }),
  },
  { requiredKeys: ['clientId', 'accountId', 'securityId', 'quantity'], noNullPrototype: true },
);

const aScope = fc.constantFrom(
  {},
  { securityId: 7 as SecurityId },
  { clientId: 'a' },
  { clientId: 'b', accountId: 'x' },
);
const aSwitchOwner = fc.constantFrom('operator', 'client', 'access');

/** Limits, positions, reference prices and kill switches. */
export const limitCommand: fc.Arbitrary<LimitCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('setLimits' as const),
      clientId: aClient,
      accountId: fc.constantFrom(null, 'x'),
      policy,
      tightens: fc.boolean(),
      expected: fc.option(fc.nat(3), { freq: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('setPositions' as const),
      positions: fc.array(aPosition, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({
    type: fc.constant('referencePrice' as const),
    securityId: aSecurity,
    price: fc.option(fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR)),
  }),
  fc
    .tuple(fc.nat(60), aPosition, aPosition)
    .map(
      ([
        number,
        { quantity, averageCost: _, ...buyer },
        { quantity: __, averageCost: ___, ...other },
      ]): LimitCommand => {
        const seller = { ...other, securityId: buyer.securityId };
        const matchId = idOf<MatchId>(number + 1, 0);
        if (number % 3 === 0) {
          const [price, matched] = [(8 + (number % 5)) * DOLLAR, { price: 10 * DOLLAR, quantity: 10 }];
          const terms = { matchId, price, quantity: 1 + Math.abs(quantity % 40), matched };
          return { type: 'adjust', ...terms, buyer, seller, reason: 'a reason' };
        }
        const matched = { price: 10 * DOLLAR, quantity: 1 + Math.abs(quantity) };
        return { type: 'bust', matchId, reason: 'a reason', matched, buyer, seller };
      },
    ),
  fc.record({
    type: fc.constant('throwSwitch' as const),
    scope: aScope,
    by: aSwitchOwner,
    reason: fc.constant('a reason'),
  }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('releaseSwitch' as const), scope: aScope, by: aSwitchOwner }) },
);

const reference: fc.Arbitrary<SecurityReference> = fc.record(
  {
    symbol: fc.constantFrom('AAA', 'BBB', 'CCC', 'DDD'),
    isin: fc.constant('US0378331005'),
    currency: fc.constant('USD'),
    tickSizes: fc.constantFrom(
      [{ from: 0, tick: DOLLAR / 2 }],
      [
        { from: 0, tick: DOLLAR },
        { from: 10 * DOLLAR, tick: 2 * DOLLAR },
      ],
    ),
    lotSize: fc.integer({ min: 1, max: 3 }),
    minimumQuantity: fc.integer({ min: 1, max: 8 }),
    maximumQuantity: fc.integer({ min: 20, max: 30 }),
    // Hundredths of a percent: from 5 to 30 percent.
    priceCollar: fc.integer({ min: 500, max: 3000 }).map((hundredths) => hundredths * 10_000),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Reference data, with symbols that the securities take from each other. */
export const referenceCommand: fc.Arbitrary<SecurityReferenceCommand> = fc.record({
  type: fc.constant('securityReference' as const),
  securityId: aSecurity,
  reference,
  expected: fc.option(fc.nat(3), { freq: 2 }),
});

const risk = fc.oneof(
  fc.record({
    type: fc.constant('selfTrade' as const),
    clientId: aClient,
    accountId: fc.constantFrom(null, 'x'),
    mode: aSelfTrade,
  }),
  fc.record({
    type: fc.constant('cancelOrders' as const),
    clientId: fc.constantFrom('a', 'b', ''),
    filter: fc.constantFrom(
      { securityId: 7 as SecurityId },
      { side: 'buy' as const, securityId: 8 as SecurityId },
      { accountId: 'x' },
    ),
    byOperator: fc.boolean(),
  }),
  fc.record({ type: fc.constant('cancelAllAfter' as const), clientId: aClient, seconds: fc.nat(60) }),
  fc.record({ type: fc.constant('cancelTimer' as const), clientId: aClient }),
  fc.record({
    type: fc.constant('connectSession' as const),
    session: fc.constantFrom('s1', 's2', 's3'),
    clientId: aClient,
    accountId: fc.constantFrom(null, 'x'),
    seconds: fc.integer({ min: 5, max: 60 }),
  }),
  fc.record({
    type: fc.constant('disconnectSession' as const),
    session: fc.constantFrom('s1', 's2', 's3'),
    lost: fc.boolean(),
  }),
  fc.constant({ type: 'restarted' as const }),
);

const enter = fc
  .record({
    securityId: aSecurity,
    clientId: fc.constantFrom('a', 'b'),
    accountId: fc.constantFrom(null, null, 'x'),
    selfTrade: fc.option(aSelfTrade, { nil: undefined, freq: 2 }),
    orderType: fc.constantFrom<OrderType>('Limit', 'Limit', 'Limit', 'Limit', 'RFQ'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR),
    expiration: fc.constantFrom<Expiration>('GTC', 'GTC', 'Day', 'Other', 'IOC'),
    disclosed: fc.boolean(),
    contingency: fc.constantFrom<Contingency>('None', 'None', 'None', 'All or None', 'Minimum Quantity'),
    minimum: fc.integer({ min: 1, max: 30 }),
    date: aDate,
    token: fc.option(fc.constantFrom('t1', 't2')),
    key: fc.option(fc.nat(20), { freq: 4 }),
    unique: fc.constantFrom(false, false, false, false, false, true),
    postOnly: fc.constantFrom(false, false, false, true),
  })
  .map(({ date, key, selfTrade, unique, postOnly, ...over }): Step => {
    // Not drawn, so that the other values of a seed stay.
    const beyondCollar = over.minimum % 3 === 0;
    const minimum = over.contingency === 'Minimum Quantity' ? Math.min(over.minimum, over.quantity) : 0;
    const expirationDate = over.expiration === 'Other' ? date : null;
    const idempotency = key === null ? {} : { idempotency: { key: `k${key}`, bodyHash: `h${key % 7}` } };
    // As often refused as not.
    const parts = over.contingency === 'None' && over.quantity % 3 > 0 ? 1 + (over.quantity % 5) : 0;
    const own = {
      ...(selfTrade === undefined ? {} : { selfTrade }),
      ...(postOnly || beyondCollar || parts > 0 ? { optional: optionalOf({ postOnly, beyondCollar, parts }) } : {}),
    };
    return { kind: 'enter', over: { ...over, minimum, expirationDate, ...idempotency, ...own }, unique };
  });

interface Optional {
  readonly postOnly: boolean;
  readonly beyondCollar: boolean;
  /** The display quantity; 0: none. */
  readonly parts: number;
}

function optionalOf({ parts, ...flags }: Optional): OptionalTerms {
  return {
    ...(parts > 0 ? { displayQuantity: parts } : {}),
    ...(flags.postOnly ? { postOnly: true } : {}),
    ...(flags.beyondCollar ? { beyondCollar: true } : {}),
  };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: enter },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), number: aNumber }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      number: aNumber,
      quantity: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      price: fc.option(
        fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR),
        { nil: undefined },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'refuse' as const), number: aNumber }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        securityId: aSecurity,
        status: fc.constantFrom('awaiting' as const, 'trading' as const, 'trading' as const, 'ended' as const),
        orderApproval: fc.boolean(),
        hours: fc.constantFrom(null, { friday: 'closed' as const }),
      })
      .map((over): Step => ({ kind: 'security', over })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('session' as const),
      action: fc.constantFrom('open' as const, 'close' as const),
      securityId: fc.option(aSecurity),
      date: aDate,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('halt' as const, 'resume' as const), securityId: aSecurity }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dateEnd' as const), date: aDate }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('byToken' as const),
      token: fc.constantFrom('t1', 't2'),
      quantity: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('takeQuote' as const),
      number: aNumber,
      quantity: fc.integer({ min: 1, max: 30 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notice' as const), clientId: aClient }) },
  { weight: 1, arbitrary: risk.map((command): Step => ({ kind: 'risk', command })) },
  { weight: 1, arbitrary: limitCommand.map((command): Step => ({ kind: 'risk', command })) },
);

const ofReference = referenceCommand.map((command): Step => ({ kind: 'reference', command }));

/** The same where securities have reference data, too. */
const stepWithReference: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: step },
  { weight: 1, arbitrary: ofReference },
);

/** The same where securities have transfer rules, too. */
const stepUnderRules: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: step },
  { weight: 1, arbitrary: ofReference },
  { weight: 1, arbitrary: transferCommand.map((command): Step => ({ kind: 'transfer', command })) },
);

/** Random commands of three securities that are opened first, some of which get transfer rules. */
export function ruledFlow(length: number): fc.Arbitrary<UntimedCommand[]> {
  return flowOf(stepUnderRules, length);
}

/** Random commands of three securities that are opened first, with reference data. */
export function referencedFlow(length: number): fc.Arbitrary<UntimedCommand[]> {
  return flowOf(stepWithReference, length);
}

/** Random commands of three securities that are opened first. */
export function randomFlow(length: number): fc.Arbitrary<UntimedCommand[]> {
  return flowOf(step, length);
}

function flowOf(one: fc.Arbitrary<Step>, length: number): fc.Arbitrary<UntimedCommand[]> {
  return fc
    .array(one, { minLength: length, maxLength: length, size: 'max' })
    .map((steps) => [...opening(), ...steps.map(commandOf)]);
}

function opening(): UntimedCommand[] {
  return [
    ...SECURITIES.map((securityId) => security({ securityId }) as UntimedCommand),
    { type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 },
  ];
}

function commandOf(one: Step): UntimedCommand {
  switch (one.kind) {
    case 'enter':
      return order(one.unique ? { ...one.over, optional: { ...one.over.optional, uniqueToken: true } } : one.over);
    case 'byToken': {
      const named = { clientId: 'a', orderId: NO_ORDER, token: one.token };
      return one.quantity === undefined
        ? { type: 'cancel', ...named }
        : { type: 'replace', ...named, quantity: one.quantity };
    }
    case 'takeQuote': {
      const { ticket } = order({ clientId: 'b', side: one.side, expiration: 'IOC', disclosed: false });
      const terms = { quantity: one.quantity, price: 10 * DOLLAR, filled: 0 };
      return { type: 'takeQuote', clientId: 'a', orderId: orderIdOf(one.number), ticket, ...terms };
    }
    case 'notice': {
      const to = [{ clientId: one.clientId, fields: { quoteStatus: 'Open' } }];
      return { type: 'notice', noticeId: `n${one.clientId}`, kind: 'quote', securityId: 7 as SecurityId, to };
    }
    case 'cancel':
      return { type: 'cancel', clientId: 'a', orderId: orderIdOf(one.number) };
    case 'replace': {
      const { number, quantity, price } = one;
      const terms = { ...(quantity === undefined ? {} : { quantity }), ...(price === undefined ? {} : { price }) };
      // Not drawn, so that the other values of a seed stay.
      const renamed = number % 3 === 0 ? { newToken: `r${number % 7}` } : {};
      const parted = number % 4 === 0 ? { optional: { displayQuantity: 1 + (number % 6) } } : {};
      return { type: 'replace', clientId: 'b', orderId: orderIdOf(number), ...terms, ...renamed, ...parted };
    }
    case 'approve':
    case 'refuse': {
      const approved = one.kind === 'approve';
      return { type: 'decide', clientId: 'owner', orderId: orderIdOf(one.number), issuerId: 3, approved, reason: null };
    }
    case 'security':
      return { type: 'security', securityId: 7 as SecurityId, ...one.over };
    case 'session': {
      const { action, securityId, date } = one;
      return { type: 'session', action, securityId, date, dayOver: action === 'close', scheduled: 2 };
    }
    case 'halt':
    case 'resume':
      return { type: one.kind, securityId: one.securityId, reason: 'a reason' };
    case 'risk':
    case 'reference':
    case 'transfer':
      return one.command;
    case 'dateEnd':
      return { type: 'dateEnd', date: one.date, scheduled: 3 };
  }
}

/** The id of the order that was entered as number so and so of shard 0. */
function orderIdOf(number: number): OrderId {
  return idOf(number + 1, 0);
}
