/** Quotes in place, many at once, and requests to named parties (Y2 to Y6), between sessions of a real venue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import { fieldValue, groupsOf } from '../../src/codec/index.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;

beforeAll(async () => {
  venue = await Venue.start();
});
afterAll(closeAll);

async function session(): Promise<{ peer: Peer; clientID: string }> {
  const key = await venue.newClient('trading');
  return { peer: await Peer.open({ baseUrls: venue.url, key, options: {} }), clientID: key.clientID };
}

const instrument = () => [TAG.Symbol, venue.securityId] as const;
const until = '20351231-12:00:00.000';

/** A request of the buyer for 100 shares; its id as those see it who quote. */
async function requested(buyer: Peer, id: string, asked: readonly (readonly [number, string | number])[] = []) {
  buyer.send('R', [131, id], [146, 1], instrument(), [54, 1], [38, 100], ...asked);
  const report = await buyer.next(has('8', [TAG.ClOrdID, id], [TAG.ExecType, '0']));
  return fieldValue(report, TAG.OrderID) as string;
}

test('a Quote with the id of an open one replaces it, and a hit on the earlier version trades nothing', async () => {
  const [{ peer: buyer }, { peer: dealer }] = [await session(), await session()];
  const request = await requested(buyer, 'rfq1');
  const quote = (price: string, ...more: (readonly [number, string])[]) =>
    dealer.send('S', [131, request], [117, 'q1'], instrument(), [133, price], [135, 50], ...more);
  quote('12');
  const first = await buyer.next(has('S'));
  quote('11', [62, until]);
  const second = await buyer.next(has('S', [133, '11.000000']));
  expect(named(second)).toMatchObject({ QuoteReqID: 'rfq1', ValidUntilTime: '20351231-12:00:00' });
  expect(fieldValue(second, 117)).toBe(`${fieldValue(first, 117)}-2`);
  expect(named(await dealer.next(has('AI', [117, 'q1'], [133, '11.000000'])))).toMatchObject({ QuoteStatus: '0' });
  const hit = (id: string, quoteId: string) => buyer.send('AJ', [693, id], [117, quoteId], [694, 1], instrument());
  hit('r1', fieldValue(first, 117) as string);
  expect(named(await buyer.next(has('AI', [693, 'r1'])))).toMatchObject({
    ...{ QuoteStatus: '5', ReasonCode: 'quote-has-another-version' },
  });
  // The gateway is restarted, and knows the quote again.
  await dealer.kill();
  quote('10');
  await dealer.start();
  const third = await buyer.next(has('S', [133, '10.000000']));
  expect(fieldValue(third, 117)).toBe(`${fieldValue(first, 117)}-3`);
  hit('r2', fieldValue(third, 117) as string);
  expect(named(await dealer.next(has('8', [TAG.ExecType, 'F'])))).toMatchObject({ LastPx: '10.000000' });
  for (const peer of [buyer, dealer]) await peer.kill();
});

test('a MassQuote makes, replaces and cancels quotes, and reports the result of each entry', async () => {
  const [{ peer: buyer }, { peer: dealer }] = [await session(), await session()];
  const [one, two] = [await requested(buyer, 'rfq1'), await requested(buyer, 'rfq2')];
  const entry = (id: string, price: string, size: number) =>
    [
      [299, id],
      [133, price],
      [135, size],
    ] as const;
  dealer.send(
    'i',
    [117, 'm1'],
    [296, 2],
    [302, one],
    [304, 2],
    [295, 2],
    ...entry('a', '12', 10),
    ...entry('b', '13', 200),
    [302, two],
    [304, 1],
    [295, 1],
    ...entry('a', '14', 30),
  );
  const first = await dealer.next(has('b', [117, 'm1']));
  expect(named(first)).toMatchObject({ QuoteStatus: '0', ReasonCode: 'quantity-above-remaining' });
  const reasons = groupsOf(first, 296).flatMap((set) => groupsOf(set, 295).map((each) => fieldValue(each, 368)));
  expect(reasons).toEqual([undefined, '3', undefined]);
  dealer.send(
    'i',
    [117, 'm2'],
    [296, 1],
    [302, one],
    [367, until],
    [304, 2],
    [295, 2],
    ...entry('a', '11', 20),
    [299, 'c'],
    [135, 0],
  );
  const second = await dealer.next(has('b', [117, 'm2']));
  expect(groupsOf(groupsOf(second, 296)[0]!, 295).map((each) => fieldValue(each, 368))).toEqual([undefined, '5']);
  expect(named(await buyer.next(has('S', [133, '11.000000'])))).toMatchObject({
    OfferSize: '20',
    ValidUntilTime: '20351231-12:00:00',
  });
  dealer.send('i', [117, 'm3'], [296, 1], [302, one], [304, 2], [295, 2], ...entry('x', '1', 1), ...entry('x', '2', 1));
  expect(named(await dealer.next(has('b', [117, 'm3'])))).toMatchObject({ QuoteStatus: '5', ReasonCode: 'malformed' });
  dealer.send('Z', [117, 'all'], [298, 4]);
  for (const request of [one, two]) {
    const cancelled = await dealer.next(has('AI', [131, request], [297, 4]));
    expect(named(cancelled)).toMatchObject({ QuoteID: 'a', ReasonCode: 'quote-cancelled' });
  }
  for (const peer of [buyer, dealer]) await peer.kill();
});

test('a request to named parties reaches these alone', async () => {
  const [{ peer: buyer }, asked, { peer: other }] = [await session(), await session(), await session()];
  const party = [
    [453, 1],
    [448, asked.clientID],
    [447, 'D'],
    [452, 35],
  ] as const;
  const request = await requested(buyer, 'rfq1', party);
  const received = await asked.peer.next(has('R', [131, request]));
  expect(named(received)).toMatchObject({ Side: '1', OrderQty: '100' });
  other.send('S', [131, request], [117, 'q1'], instrument(), [133, '12'], [135, 50]);
  expect(named(await other.next(has('AI', [117, 'q1'])))).toMatchObject({
    QuoteStatus: '5',
    ReasonCode: 'unknown-order',
  });
  expect(other.sent(has('R'))).toEqual([]);
  asked.peer.send('S', [131, request], [117, 'q1'], instrument(), [133, '12'], [135, 50]);
  expect(named(await buyer.next(has('S')))).toMatchObject({ QuoteReqID: 'rfq1', OfferPx: '12.000000' });
  buyer.send('F', [11, 'cancel'], [41, 'rfq1'], instrument(), [54, 1]);
  const closed = await asked.peer.next(has('AI', [131, request], [117, 'NONE']));
  expect(named(closed)).toMatchObject({ QuoteStatus: '6', Side: '1' });
  expect(other.sent(has('AI', [117, 'NONE']))).toEqual([]);
  for (const peer of [buyer, asked.peer, other]) await peer.kill();
});

test('a QuoteStatusRequest is answered with each open own quote that it names, or with none', async () => {
  const [{ peer: buyer }, { peer: dealer }] = [await session(), await session()];
  const [one, two] = [await requested(buyer, 'rfq1'), await requested(buyer, 'rfq2')];
  for (const [request, id, price] of [
    [one, 'a', '12'],
    [one, 'b', '13'],
    [two, 'a', '14'],
  ] as const) {
    dealer.send('S', [131, request], [117, id], instrument(), [133, price], [135, 50]);
    await dealer.next(has('AI', [131, request], [117, id], [297, 0]));
  }
  const ask = (id: string, ...more: (readonly [number, string])[]) =>
    dealer.send('a', [649, id], instrument(), ...more);
  ask('s1', [117, 'a']);
  for (const [request, price] of [
    [one, '12.000000'],
    [two, '14.000000'],
  ] as const) {
    const report = named(await dealer.next(has('AI', [649, 's1'], [131, request])));
    expect(report).toMatchObject({ QuoteID: 'a', OfferPx: price, OfferSize: '50', QuoteStatus: '0' });
  }
  dealer.send('Z', [117, 'b'], [131, one], [298, 5]);
  await dealer.next(has('AI', [117, 'b'], [297, 4]));
  ask('s2');
  for (const request of [one, two]) await dealer.next(has('AI', [649, 's2'], [131, request], [117, 'a']));
  ask('s3', [117, 'b']);
  expect(named(await dealer.next(has('AI', [649, 's3'])))).toMatchObject({ QuoteID: 'b', QuoteStatus: '9' });
  // A client finds only its own quotes.
  buyer.send('a', [649, 's4'], instrument());
  expect(named(await buyer.next(has('AI', [649, 's4'])))).toMatchObject({ QuoteID: 'NONE', QuoteStatus: '9' });
  for (const peer of [buyer, dealer]) await peer.kill();
});
