/** Each way in which a session learns the state of an order, with each state of an order: OrdStatus is the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import type { OpenAts } from '../../src/client.ts';
import { fieldValue } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

const DISPLAY_QTY = 1138;

let venue: Venue;
let trader: Trader;
let peer: Peer;
let copy: Peer;

interface State {
  /** Side of the order; those that are held sell. */
  readonly side: 'Buy' | 'Sell';
  readonly status: string;
  /** Filled shares of 100. */
  readonly filled?: number;
  readonly reason?: string;
}

/** By the ClOrdID with which each was placed. Suspended orders wait for the right of first refusal (F7). */
const STATES: Readonly<Record<string, State>> = {
  working: { side: 'Buy', status: '0' },
  part: { side: 'Buy', status: '1', filled: 30 },
  filled: { side: 'Buy', status: '2', filled: 100 },
  cancelled: { side: 'Buy', status: '4', reason: 'cancelled' },
  partCancelled: { side: 'Buy', status: '4', filled: 30, reason: 'cancelled' },
  suspended: { side: 'Sell', status: '9', reason: 'first-refusal' },
  partSuspended: { side: 'Sell', status: '9', filled: 30, reason: 'first-refusal' },
  replacedSuspended: { side: 'Sell', status: '9', reason: 'first-refusal' },
  resumed: { side: 'Sell', status: '0' },
  partResumed: { side: 'Sell', status: '1', filled: 30 },
  exercised: { side: 'Sell', status: '4', reason: 'first-refusal-exercised' },
  pending: { side: 'Buy', status: 'A' },
  refused: { side: 'Buy', status: '8' },
};
const LIVE = ['A', '0', '1', '9'];
const orderIds = new Map<string, string>();
/** Names that replacements gave. */
const newNames = new Map([['replacedSuspended', 'replaced']]);
const nameOf = (name: string) => newNames.get(name) ?? name;

const reportOf = (to: Peer, name: string, ...fields: (readonly [number, string])[]) =>
  to.next(has('8', [TAG.OrderID, orderIds.get(name) as string], ...fields));

async function enter(name: string, price: string): Promise<void> {
  trader.enter(name, STATES[name]!.side, { quantity: 100, price }, [DISPLAY_QTY, 20]);
  orderIds.set(name, named(await peer.next(has('8', [TAG.ClOrdID, name]))).OrderID as string);
}

/** Another client trades with it. */
async function fill(other: OpenAts, name: string, quantity: number, price: string): Promise<void> {
  const { issuerId: issuerid, securityId: securityid } = venue;
  const action = STATES[name]!.side === 'Buy' ? ('Sell' as const) : ('Buy' as const);
  await other.methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action, quantity, price },
    ...{ expiration: 'IOC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  });
  await reportOf(peer, name, [TAG.ExecType, 'F']);
}

async function enterAll(): Promise<void> {
  const other = venue.api();
  await other.methods.cancelOrders({});
  let price = 10;
  for (const [name, { filled }] of Object.entries(STATES)) {
    // Each buy above, each sell below those before it: the next fill is of this order alone.
    if (['pending', 'refused'].includes(name)) continue;
    price = STATES[name]!.side === 'Buy' ? price + 1 : price === 15 ? 100 : price - 1;
    await enter(name, String(price));
    if (filled !== undefined) await fill(other, name, filled, String(price));
  }
  for (const name of ['cancelled', 'partCancelled']) trader.cancel([name, `${name}-c`], 'Buy');
  for (const name of ['cancelled', 'partCancelled']) await reportOf(peer, name, [TAG.ExecType, '4']);
}

/** Rules and approvals bring the other orders into their states. */
async function decide(): Promise<void> {
  // The sandbox's client owns the security.
  const { methods } = venue.api();
  const { securityId } = venue;
  await methods.setTransferRules({ securityId, firstRefusalHours: 48 });
  const held = Object.keys(STATES).filter((name) => STATES[name]!.side === 'Sell');
  for (const name of held) await reportOf(peer, name, [TAG.ExecType, '9']);
  const answer = (name: string, answer: 'Waive' | 'Exercise') =>
    methods.answerFirstRefusal({ orderid: orderIds.get(name) as string, answer });
  await answer('resumed', 'Waive');
  await answer('partResumed', 'Waive');
  await answer('exercised', 'Exercise');
  trader.replace(['replacedSuspended', 'replaced'], 'Sell', { quantity: 100, price: '150' });
  await peer.until(() => {
    const types = peer
      .sent(has('8', [TAG.OrderID, orderIds.get('replacedSuspended') as string]))
      .map((one) => fieldValue(one, TAG.ExecType));
    return types.slice(-2).join() === '5,9' ? true : undefined;
  });
  await methods.updateSecuritySettings({ securityId, orderApproval: 'Yes' });
  await enter('pending', '4');
  await enter('refused', '4');
  const ofRefused = { orderid: orderIds.get('refused') as string, issuerid: venue.issuerId };
  await methods.updateOrder({ ...ofRefused, orderStatus: 'Not Approved' });
  await reportOf(peer, 'refused', [TAG.ExecType, '8']);
}

beforeAll(async () => {
  venue = await Venue.start();
  const key = await venue.newClient('trading');
  peer = await Peer.open({ baseUrls: venue.url, key });
  const copyKey = await venue.newClient('drop-copy', key.clientID);
  copy = await Peer.open({ baseUrls: venue.url, key: copyKey, options: { dropCopy: true } });
  trader = new Trader(peer, venue.securityId);
  await enterAll();
  await decide();
  await copy.until(() => (copy.sent(has('8')).length === peer.sent(has('8')).length ? true : undefined));
});
afterAll(async () => {
  await copy?.kill();
  await peer?.kill();
  await closeAll();
});

type Shown = Record<string, string> | undefined;
const instrument = () => [TAG.Symbol, venue.securityId] as const;
let count = 0;

/** The last report of each order among those that a session got for changes. */
const lastOf = (to: Peer, name: string): Shown => {
  const id = orderIds.get(name) as string;
  return to
    .sent(has('8', [TAG.OrderID, id]))
    .map(named)
    .findLast(({ ExecType }) => ExecType !== 'I');
};
const asked = async (...fields: (readonly [number, string])[]): Promise<Shown> => {
  const id = `q${++count}`;
  peer.send('H', ...fields, [TAG.OrdStatusReqID, id], instrument(), [TAG.Side, 1]);
  return named(await peer.next(has('8', [TAG.OrdStatusReqID, id])));
};
const listed = async (name: string, ...fields: (readonly [number, string])[]): Promise<Shown> => {
  const id = `m${++count}`;
  peer.send('AF', [TAG.MassStatusReqID, id], ...fields);
  await peer.next(has('8', [TAG.MassStatusReqID, id], [TAG.LastRptRequested, 'Y']));
  return peer.sent(has('8', [TAG.MassStatusReqID, id], [TAG.OrderID, orderIds.get(name) as string])).map(named)[0];
};

/** How the session learns a state; undefined: this way never shows it. */
const WAYS: Readonly<Record<string, (name: string) => Shown | Promise<Shown>>> = {
  'the last report': (name) => lastOf(peer, name),
  'the last report of the drop copy': (name) => lastOf(copy, name),
  'OrderStatusRequest by ClOrdID': (name) => asked([TAG.ClOrdID, nameOf(name)]),
  'OrderStatusRequest by the first ClOrdID': (name) => asked([TAG.ClOrdID, name]),
  'OrderStatusRequest by OrderID': (name) =>
    asked([TAG.ClOrdID, 'unknown'], [TAG.OrderID, orderIds.get(name) as string]),
  'OrderMassStatusRequest of all': (name) => listed(name, [TAG.MassStatusReqType, '7']),
  'OrderMassStatusRequest of the security': (name) => listed(name, [TAG.MassStatusReqType, '1'], instrument()),
  'NewOrderSingle with PossResend': async (name) => {
    const from = peer.port.sent.length;
    trader.enter(name, STATES[name]!.side, { quantity: 100, price: '1' }, [TAG.PossResend, 'Y']);
    return named(await peer.next(has('8', [TAG.ClOrdID, nameOf(name)], [TAG.ExecType, 'I']), from));
  },
  'a refused replacement': async (name) => {
    const id = `g${++count}`;
    trader.replace([nameOf(name), id], STATES[name]!.side, { quantity: 0, price: '1' });
    return named(await peer.next(has('9', [TAG.ClOrdID, id])));
  },
};

const pairs = Object.keys(WAYS).flatMap((way) => Object.keys(STATES).map((name) => [way, name] as const));

test.each(pairs)('%s: %s', async (way, name) => {
  const { status, filled = 0, reason } = STATES[name]!;
  const shown = await WAYS[way]!(name);
  if (way.startsWith('OrderMassStatusRequest') && !LIVE.includes(status)) {
    expect(shown).toBeUndefined();
    return;
  }
  expect(shown).toMatchObject({ OrdStatus: status });
  if (way === 'a refused replacement') return;
  const left = LIVE.includes(status) ? 100 - filled : 0;
  expect(shown).toMatchObject({ CumQty: String(filled), LeavesQty: String(left) });
  expect(shown).toMatchObject({ OrderQty: '100', DisplayQty: '20' });
  const isReported = way.startsWith('the last report');
  if (reason !== undefined && !(isReported && status === '9')) expect(shown).toMatchObject({ ReasonCode: reason });
});
