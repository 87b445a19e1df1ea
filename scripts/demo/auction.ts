/** A weekly auction of a private share: eight brokers, one call, one price. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AuctionView, Stream } from '../../src/client/index.ts';
import { type ApiSession, type Fields, Refused } from './api-session.ts';
import { accountFields, accountIdOf, orderOf } from './broker.ts';
import type { Security } from './offering.ts';

/** The least time between the plan and the end of the call. */
const CALL_SECONDS_LEAST = 15;
const MINUTE_MS = 60_000;
/** An indication comes at most once each second (Q15): each order is seen in its own. */
const ORDER_EVERY_MS = 1200;
const POLL_MS = 100;

interface Intent {
  readonly action: 'Buy' | 'Sell';
  readonly quantity: number;
  readonly price: string;
  readonly more?: Fields;
  readonly said?: string;
}

const INTENTS: readonly Intent[] = [
  { action: 'Buy', quantity: 300, price: '10.60' },
  { action: 'Sell', quantity: 250, price: '9.90' },
  { action: 'Sell', quantity: 200, price: '10.20' },
  { action: 'Buy', quantity: 150, price: '10.30' },
  {
    ...{ action: 'Buy', quantity: 200, price: '10.40' },
    ...{ more: { contingencies: 'All or None' }, said: 'all or none' },
  },
  {
    ...{ action: 'Sell', quantity: 150, price: '10.40' },
    ...{ more: { disclosePrice: 'No' }, said: 'hidden' },
  },
  { action: 'Sell', quantity: 300, price: '10.80' },
  { action: 'Buy', quantity: 100, price: '10.00' },
];

interface Broker {
  readonly name: string;
  readonly api: ApiSession;
  readonly accountId: string;
}

/** New clients of the venue, each with an account. */
export async function openBrokers(api: ApiSession, operator: ApiSession): Promise<Broker[]> {
  console.log('Eight brokers with an account each');
  const brokers: Broker[] = [];
  for (let number = 1; number <= INTENTS.length; number++) {
    const name = `Broker ${number}`;
    const { client } = await operator.read('createClient', { name });
    const { clientId } = client as { clientId: string };
    const { developerAPIKey } = await operator.read('createApiKey', { clientId });
    const own = api.as(`${clientId}:${developerAPIKey}`);
    brokers.push({ name, api: own, accountId: accountIdOf(await own.read('createAccount', accountFields(name))) });
  }
  return brokers;
}

/** One auction a week, which is called now and ends at a full minute; nothing trades between auctions. */
export async function planAuction(api: ApiSession, { securityId }: Security): Promise<void> {
  console.log('\nThe plan: one auction a week, no continuous trading');
  const read = await api.read('setAuctionPlan', { securityId, plan: { auctions: [], continuous: 'No' } });
  // By the clock of the service.
  const { updatedDate } = read.auctionPlan as { updatedDate: string };
  const now = Date.parse(`${updatedDate.replace(' ', 'T')}Z`);
  const end = Math.ceil((now + CALL_SECONDS_LEAST * 1000) / MINUTE_MS) * MINUTE_MS;
  const [at, weekday] = easternTime(end);
  const callSeconds = Math.floor((end - now) / 1000);
  const auction = { at, callSeconds, noCancelSeconds: 5, randomEndSeconds: 0, weekdays: [weekday] };
  const plan = { auctions: [auction], continuous: 'No', collar: '20.00' };
  await api.call('setAuctionPlan', { securityId, plan }, `${weekday} at ${at}, called ${callSeconds} seconds before`);
}

/** HH:MM and the weekday. */
function easternTime(ms: number): [string, string] {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: 'America/New_York', hourCycle: 'h23', weekday: 'long', hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return [`${parts.get('hour')}:${parts.get('minute')}`, parts.get('weekday') ?? ''];
}

/** Follows the call to its price, and says what each broker got. */
export async function runAuction(api: ApiSession, brokers: readonly Broker[], security: Security): Promise<void> {
  const stream = api.ats.stream();
  try {
    console.log('\nThe call');
    const follower = new Follower(stream, security);
    const { call } = await follower.until((view) => view.call !== null);
    console.log(`  It ends at ${call?.endsAt}`);
    const orders = await sendAll(brokers, security);
    const { last } = await follower.until((view) => view.last !== null);
    if (!last?.uncrossed) throw new Refused('the call ended without an auction');
    console.log(`\nThe auction: ${last.volume} shares at ${last.price}, ${surplusText(last)}`);
    await showResults(brokers, orders);
  } finally {
    stream.close();
  }
}

class Follower {
  readonly #changes: AsyncIterator<AuctionView>;

  constructor(stream: Stream, { securityId }: Security) {
    const auctions = stream.auctions(securityId);
    auctions.on(({ change, call }) => {
      const indication = change === 'indication' ? call?.indication : null;
      if (!indication?.price) return;
      console.log(`  indicated: ${indication.volume} at ${indication.price}, ${surplusText(indication)}`);
    });
    this.#changes = auctions[Symbol.asyncIterator]();
  }

  async until(isSo: (view: AuctionView) => boolean): Promise<AuctionView> {
    for (;;) {
      const { value, done } = await this.#changes.next();
      if (done) throw new Refused('the stream has ended');
      if (isSo(value)) return value;
    }
  }
}

type Surplus = { readonly surplus: number; readonly surplusSide: 'Buy' | 'Sell' | null };

function surplusText({ surplus, surplusSide }: Surplus): string {
  if (surplusSide === null) return 'nothing left over';
  return `${surplus} of ${surplusSide === 'Buy' ? 'buyers' : 'sellers'} left over`;
}

/** Their ids. */
async function sendAll(brokers: readonly Broker[], security: Security): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, { action, quantity, price, more, said }] of INTENTS.entries()) {
    const { name, api, accountId } = brokers[at] as Broker;
    const fields = orderOf(security, accountId, { action, quantity, price, expiration: 'Auction', ...more });
    const { orderDetails } = await api.read('createOrder', fields);
    ids.push((orderDetails as { orderId: string }).orderId);
    console.log(`  ${name}: ${action} ${quantity} at ${price}${said === undefined ? '' : `, ${said}`}`);
    await delay(ORDER_EVERY_MS);
  }
  return ids;
}

/** The trades follow the price, in slices: an order for the auction has ended with it. */
async function endedOrder(api: ApiSession, orderid: string): Promise<Record<string, string>> {
  for (;;) {
    const { orderDetails } = await api.read('getOrder', { orderid });
    const [order] = orderDetails as [Record<string, string>];
    if (order.status !== 'Live') return order;
    await delay(POLL_MS);
  }
}

async function showResults(brokers: readonly Broker[], ids: readonly string[]): Promise<void> {
  for (const [at, orderid] of ids.entries()) {
    const { name, api } = brokers[at] as Broker;
    const { status, shares_remaining: left } = await endedOrder(api, orderid);
    const { action, quantity } = INTENTS[at] as Intent;
    const traded = quantity - Number(left);
    console.log(`  ${name}: ${action === 'Buy' ? 'bought' : 'sold'} ${traded} of ${quantity} (${status})`);
  }
}
