/** A call of an auction as a peer sees it: the states, the indication, an order for it, and the fills (Q8, Q9, Q15). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { fieldValue, groupsOf, type Message } from '../../src/codec/index.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

/** The plan of a call after each halt. */
const after = (callSeconds: number) => ({ afterHalt: { callSeconds, noCancelSeconds: 0, randomEndSeconds: 0 } });

let venue: Venue;
let peer: Peer;

beforeAll(async () => {
  venue = await Venue.start();
  peer = await Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading') });
});
afterAll(async () => {
  await peer?.kill();
  await closeAll();
});

const enter = (name: string, side: 1 | 2, quantity: number, price: string, timeInForce: string) =>
  peer.send(
    'D',
    ...[[TAG.ClOrdID, name] as const, [TAG.Symbol, venue.securityId] as const, [TAG.Side, side] as const],
    ...[[TAG.OrderQty, quantity] as const, [TAG.OrdType, 2] as const, [TAG.Price, price] as const],
    ...[[TAG.TimeInForce, timeInForce] as const, [TAG.TransactTime, '20260302-14:30:00'] as const],
  );

const ask = (id: string, update: 0 | 1, ...types: string[]) =>
  peer.send(
    'V',
    ...[[TAG.MDReqID, id] as const, [TAG.SubscriptionRequestType, 1] as const, [TAG.MarketDepth, 1] as const],
    ...[[TAG.MDUpdateType, update] as const, [TAG.NoMDEntryTypes, types.length] as const],
    ...types.map((type) => [TAG.MDEntryType, type] as const),
    ...[[TAG.NoRelatedSym, 1] as const, [TAG.Symbol, venue.securityId] as const],
  );

/** Type, price, size and condition of each entry. */
const entriesOf = (message: Message | undefined) =>
  message &&
  groupsOf(message, TAG.NoMDEntries).map((one) =>
    [TAG.MDUpdateAction, TAG.MDEntryType, TAG.MDEntryPx, TAG.MDEntrySize, TAG.TradeCondition]
      .map((tag) => fieldValue(one, tag) ?? '-')
      .join(' '),
  );
const newest = (msgType: string, id: string) => peer.sent(has(msgType, [TAG.MDReqID, id])).at(-1);

test('a call is pre-open, shows its indication, and trades at one price', async () => {
  const { methods } = venue.operator;
  const { securityId } = venue;
  // The orders of the demo leave.
  await venue.api().methods.cancelOrders({});
  await methods.setAuctionPlan({ securityId, plan: after(600) });
  peer.send('e', [TAG.SecurityStatusReqID, 's'], [TAG.Symbol, securityId], [TAG.SubscriptionRequestType, 1]);
  ask('full', 0, '0', '1', 'Q', 'A');
  ask('changes', 1, 'Q', 'A');
  // Before any call both have a snapshot: an empty one of the call.
  expect(entriesOf(await peer.next(has('W', [TAG.MDReqID, 'changes'])))).toEqual([]);
  await peer.next(has('W', [TAG.MDReqID, 'full']));
  expect(named(await peer.next(has('f')))).toMatchObject({ SecurityTradingStatus: '17' });

  await methods.haltSecurity({ securityId, reason: 'news' });
  await peer.next(has('f', [TAG.SecurityTradingStatus, 2]));
  enter('resting', 2, 150, '10', '1');
  enter('atAuction', 1, 200, '11', 'B');
  await methods.resumeSecurity({ securityId, reason: 'read' });
  await peer.next(has('f', [TAG.SecurityTradingStatus, 21], [TAG.UnsolicitedIndicator, 'Y']));

  await peer.until(() => (entriesOf(newest('X', 'changes'))?.length === 2 ? true : undefined));
  expect(entriesOf(newest('X', 'changes'))).toEqual(['0 Q 11.000000 150 -', '0 A - 50 P']);
  await expect
    .poll(() => entriesOf(newest('W', 'full')))
    .toEqual(expect.arrayContaining(['- Q 11.000000 150 -', '- A - 50 P']));
  peer.send('AF', [TAG.MassStatusReqID, 'live'], [TAG.MassStatusReqType, 7]);
  const state = await peer.next(has('8', [TAG.MassStatusReqID, 'live'], [TAG.ClOrdID, 'atAuction']));
  expect(named(state)).toMatchObject({ TimeInForce: 'B', OrdStatus: '0' });

  // A halt ends the call: nothing trades, the order for it expires, and the other one stays.
  await methods.haltSecurity({ securityId, reason: 'news' });
  await peer.until(() => (entriesOf(newest('X', 'changes'))?.[0]?.startsWith('2') ? true : undefined));
  expect(entriesOf(newest('X', 'changes'))).toEqual(['2 Q 11.000000 - -', '2 A - - -']);
  expect(named(await peer.next(has('8', [TAG.ExecType, 'C'])))).toMatchObject({ ClOrdID: 'atAuction', CumQty: '0' });

  await methods.setAuctionPlan({ securityId, plan: after(1) });
  enter('next', 1, 200, '11', 'B');
  await peer.next(has('8', [TAG.ClOrdID, 'next']));
  await methods.resumeSecurity({ securityId, reason: 'read' });
  const fills = await peer.until(() => {
    const found = peer.sent(has('8', [TAG.ExecType, 'F']));
    return found.length === 2 ? found.map(named) : undefined;
  });
  expect(fills.map(({ ClOrdID, LastQty, LastPx }) => [ClOrdID, LastQty, LastPx]).sort()).toEqual([
    ['next', '150', '11.000000'],
    ['resting', '150', '11.000000'],
  ]);
  const ended = await peer.next(has('8', [TAG.ExecType, 'C'], [TAG.ClOrdID, 'next']));
  expect(named(ended)).toMatchObject({ CumQty: '150', LeavesQty: '0' });
  await peer.next(has('f', [TAG.SecurityTradingStatus, 17], [TAG.UnsolicitedIndicator, 'Y']));
});
