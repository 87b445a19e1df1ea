/** What a market has in addition to orders: halts with auctions after them, quotes, busts and corporate actions. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '../../scripts/cluster/cluster-process.ts';
import type { Dice } from '../e2e/support/dice.ts';
import { Caller, type LoadTarget, orderOf, type TradeRun } from './load.ts';
import { RunRecord } from './record.ts';

/** Few enough that the traders are the load. */
const PAUSE_MS = { from: 100, to: 600 };
const HALT_MS = { from: 100, to: 1500 };
const PARTS_MAX = 8;
const SETTLED_MS_MAX = 30_000;
const SETTLED_POLL_MS = 500;

type Body = Readonly<Record<string, unknown>>;
type Act = (method: string, body: Body) => Promise<Body>;

/** The clients that ask and quote, and the operator of the market. */
export interface MarketTarget extends LoadTarget {
  readonly quoter: Credentials;
  readonly operator: Credentials;
}

/** All changes of this load, each with an Idempotency-Key. */
export const MARKET_CHANGES = [
  ...['acceptQuote', 'massQuote', 'cancelQuotes', 'setQuoteProtection'],
  ...['setAuctionPlan', 'haltSecurity', 'resumeSecurity', 'bustTrade'],
  ...['createCorporateAction', 'cancelCorporateAction'],
] as const;

/** Asks for quotes and takes them, until it is stopped. */
export function askForQuotes(target: LoadTarget, record: RunRecord, run: TradeRun): Promise<void> {
  return repeat(target, record, run, async (change, read) => {
    const { dice, name } = run;
    const order = { ...orderOf(target, dice, name), type: 'RFQ', price: 0, expiration: 'GTC', contingencies: 'None' };
    const { orderDetails } = await change('createOrder', order);
    const { orderId: orderid } = (orderDetails ?? {}) as { readonly orderId?: string };
    if (orderid === undefined) return;
    for (let looked = dice.between(1, 4); looked > 0; looked--) {
      await pause(dice);
      const quotes = ((await read('getQuotes', { orderid })).quotes ?? []) as Body[];
      const open = quotes.filter(({ quoteStatus }) => quoteStatus === 'Open');
      if (open.length === 0) continue;
      const { quoteId, version } = dice.pick(open);
      await change('acceptQuote', dice.chance(0.5) ? { quoteId, version } : { quoteId });
    }
    if (dice.chance(0.8)) await change('cancelOrder', { orderid });
  });
}

/** Quotes on all orders that ask for it, many at once, until it is stopped. */
export function quote(target: MarketTarget, record: RunRecord, run: TradeRun): Promise<void> {
  return repeat({ ...target, credentials: target.quoter }, record, run, async (change, read) => {
    const { dice, name } = run;
    const [securityId] = target.securityIds;
    const terms = () => ({ price: `10.${dice.between(10, 99)}`, quantity: dice.between(1, 100) });
    if (dice.chance(0.1)) await change('setQuoteProtection', { fills: 3, seconds: 5 });
    if (dice.chance(0.1)) await change('cancelQuotes', { securityid: securityId });
    const orders = ((await read('getRfqOrders', { securityId })).rfqOrders ?? []) as Body[];
    const ids = orders.map(({ orderId }) => orderId);
    if (ids.length === 0) return;
    const own = ((await read('getQuotes', { orderid: dice.pick(ids) })).quotes ?? []) as Body[];
    const parts = Array.from({ length: dice.between(1, PARTS_MAX) }, () => {
      const quoteId = own.length > 0 ? dice.pick(own).quoteId : undefined;
      if (quoteId === undefined || dice.chance(0.5)) return { orderid: dice.pick(ids), ...terms() };
      return dice.chance(0.3) ? { quoteId, cancel: 'Yes' } : { quoteId, ...terms() };
    });
    await change('massQuote', { memberid: name, quotes: parts });
  });
}

/** Halts and resumes the security with an auction after it, busts trades, announces actions, until it is stopped. */
export function operate(target: MarketTarget, record: RunRecord, run: TradeRun): Promise<void> {
  const [securityId] = target.securityIds;
  return repeat({ ...target, credentials: target.operator }, record, run, async (change, read) => {
    const { dice } = run;
    const roll = dice.between(1, 10);
    if (roll <= 4) {
      const afterHalt = { callSeconds: dice.between(1, 3), randomEndSeconds: dice.between(0, 1) };
      await change('setAuctionPlan', { securityId, plan: dice.chance(0.8) ? { afterHalt } : {} });
      await change('haltSecurity', { securityId, reason: 'News is pending' });
      await delay(dice.between(HALT_MS.from, HALT_MS.to));
      await change('resumeSecurity', { securityId, reason: 'News is out' });
    } else if (roll <= 7) {
      const { trades } = await read('getTimeAndSales', { securityId, limit: 10 });
      const some = (trades ?? []) as Body[];
      if (some.length > 0)
        await change('bustTrade', { tradeID: dice.pick(some).tradeId, reason: 'Entered by mistake' });
    } else {
      const split = { kind: 'Split', ratio: '2:1', exDate: '12-02-2030' };
      const { corporateAction } = await change('createCorporateAction', {
        securityId,
        ...split,
        note: 'Decided by the board',
      });
      const { actionId } = (corporateAction ?? {}) as Body;
      if (actionId === undefined) return;
      await pause(dice);
      await change('cancelCorporateAction', { securityId, actionId, reason: 'The board decided otherwise' });
    }
  });
}

/** What the nodes say of the market after the run, where they do not say the same. */
export async function differencesOf(target: MarketTarget): Promise<string[]> {
  const [securityId] = target.securityIds;
  const reads: readonly [method: string, credentials: Credentials, body: Body][] = [
    ['getAuctions', target.operator, { securityId }],
    ['getCorporateActions', target.operator, { securityId }],
    ['getRegister', target.operator, { securityId }],
    ['getTimeAndSales', target.credentials, { securityId }],
    ['getQuoteProtection', target.quoter, {}],
  ];
  const faults: string[] = [];
  for (const [method, credentials, body] of reads) {
    const ask = async (node: number) => {
      const caller = new Caller({ ...target, credentials }, new RunRecord(), node);
      const answer = await caller.call(method, body, null);
      await caller.close();
      return JSON.stringify(answer);
    };
    // A call for an auction may still go on.
    for (const end = performance.now() + SETTLED_MS_MAX; ; await delay(SETTLED_POLL_MS)) {
      const answers = await Promise.all(target.nodes.map((_, node) => ask(node)));
      const isSame = new Set(answers).size === 1;
      if (isSame && answers[0]?.includes('"statusCode":"101"')) break;
      if (performance.now() < end) continue;
      faults.push(isSame ? `${method}: ${answers[0]}` : `the nodes answer ${method} differently: ${answers.join(' ')}`);
      break;
    }
  }
  return faults;
}

async function repeat(
  target: LoadTarget,
  record: RunRecord,
  { dice, name, node, isOver }: TradeRun,
  act: (change: Act, read: Act) => Promise<void>,
): Promise<void> {
  const caller = new Caller(target, record, node);
  let count = 0;
  const change: Act = (method, body) => caller.call(method, body, `${name}-${++count}`);
  const read: Act = (method, body) => caller.call(method, body, null);
  while (!isOver()) {
    await act(change, read);
    await pause(dice);
  }
  await caller.close();
}

const pause = (dice: Dice) => delay(dice.between(PAUSE_MS.from, PAUSE_MS.to));
