/** Each message on behalf of a firm, with what comes of it: the firm is named as the one that it is for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAG } from '../../src/application/tags.ts';
import type { OpenAts } from '../../src/client.ts';
import { fieldValue, type Message } from '../../src/codec/index.ts';
import { Trader } from '../support/orders.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;
let sandbox: OpenAts;
let buyer: Peer;
let dealer: Peer;

beforeAll(async () => {
  venue = await Venue.start();
  sandbox = venue.api();
  await sandbox.methods.cancelOrders({});
  const open = async (options = {}) =>
    Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading'), options });
  buyer = await open({ tradeReports: true });
  dealer = await open();
});
afterAll(async () => {
  for (const one of [buyer, dealer]) await one?.kill();
  await closeAll();
});

/** On behalf of, and how it comes back. */
const firm = (name: string) =>
  [
    [115, name],
    [116, `${name}-DESK`],
    [144, 'NY'],
  ] as const;
const routeOf = (message: Message) => [128, 129, 145].map((tag) => fieldValue(message, tag)).join();
const routeTo = (name: string) => `${name},${name}-DESK,NY`;
const instrument = () => [TAG.Symbol, venue.securityId] as const;

test('quotes go to the firm of the request, reports of a quote to the firm of the quote, across restarts', async () => {
  const request = async (id: string) => {
    buyer.send('R', [131, id], [146, 1], instrument(), [54, 1], [38, 50], ...firm('FUND'));
    return named(await buyer.next(has('8', [TAG.ClOrdID, id]))).OrderID as string;
  };
  const orderId = await request('rfq');
  const plainId = await request('other');
  const quote = (id: string, order: string, ...more: (readonly [number, string])[]) =>
    dealer.send('S', [131, order], [117, id], instrument(), [133, '12'], [135, 50], ...more);
  quote('q', orderId, ...firm('BANK'));
  quote('plain', plainId);
  const shown = named(await buyer.next(has('S', [131, 'rfq'])));
  await buyer.next(has('S', [131, 'other']));
  await dealer.next(has('AI', [117, 'q'], [297, 0]));
  for (const peer of [buyer, dealer]) {
    await peer.kill();
    await peer.start();
  }
  buyer.send('AJ', [693, 'no'], [117, shown.QuoteID as string], [694, 6], instrument());
  // The name of the request is asked for.
  await buyer.next(has('AI', [131, 'rfq'], [297, 11]));
  await dealer.next(has('AI', [117, 'q'], [297, 11]));
  const toBuyer = buyer.sent((one) => one.msgType === 'S' || one.msgType === 'AI');
  expect(new Set(toBuyer.map(routeOf))).toEqual(new Set([routeTo('FUND')]));
  const toDealer = dealer.sent((one) => one.msgType === 'AI');
  const routes = (id: string) => new Set(toDealer.filter((one) => fieldValue(one, 117) === id).map(routeOf));
  expect([routes('q'), routes('plain')]).toEqual([new Set([routeTo('BANK')]), new Set([',,'])]);
});

test('a refused quote leaves no route that nothing would ever end', async () => {
  dealer.send('S', [131, '999999'], [117, 'refused'], instrument(), [133, '12'], [135, 50], ...firm('BANK'));
  const answer = await dealer.next(has('AI', [117, 'refused'], [297, 5]));
  expect(routeOf(answer)).toBe(routeTo('BANK'));
  const { routes } = dealer.port;
  expect(routes.get('quote 999999 refused')).toMatchObject({ isEnded: true });
});

interface Feed {
  readonly send: (id: string, ...more: (readonly [number, string])[]) => void;
  /** The tag that its answers repeat. */
  readonly id: number;
}

/** Requests whose answers and updates come one by one. */
const FEEDS: Readonly<Record<string, Feed>> = {
  'books and trades': {
    id: 262,
    send: (id, ...more) =>
      buyer.send(
        ...(['V', [262, id], [263, 1], [264, 0], [265, 1], [267, 3], [269, 0], [269, 1], [269, 2]] as const),
        ...([[146, 1], instrument(), ...more] as const),
      ),
  },
  'states of a security': {
    id: 324,
    send: (id, ...more) => buyer.send('e', [324, id], instrument(), [263, 1], ...more),
  },
  'states of the venue': { id: 335, send: (id, ...more) => buyer.send('g', [335, id], [263, 1], ...more) },
};

test.each(Object.entries(FEEDS))(
  '%s go to the firm that asked for them, and not to another',
  async (_, { send, id }) => {
    const names = ['FUND', 'BANK', ''];
    const of = (name: string) => buyer.sent((one) => fieldValue(one, id) === `m-${name}-${id}`);
    for (const name of names) send(`m-${name}-${id}`, ...(name === '' ? [] : firm(name)));
    await buyer.until(() => names.every((name) => of(name).length > 0) || undefined);
    const { securityId } = venue;
    await venue.operator.methods.haltSecurity({ securityId, reason: 'news' });
    await venue.operator.methods.resumeSecurity({ securityId, reason: 'over' });
    new Trader(buyer, securityId).enter(`bid-${id}`, 'Buy', { quantity: 10, price: '5' });
    if (id !== 335) await buyer.until(() => names.every((name) => of(name).length > 1) || undefined);
    for (const name of names) {
      expect(new Set(of(name).map(routeOf))).toEqual(new Set([name === '' ? ',,' : routeTo(name)]));
    }
  },
);

test('a request for market data that is refused or ended later says so to its firm', async () => {
  const send = (id: string, depth: number) =>
    buyer.send('V', [262, id], [263, 1], [264, depth], [267, 1], [269, 0], [146, 1], instrument(), ...firm('FUND'));
  send('bad', -1);
  expect(routeOf(await buyer.next(has('Y', [262, 'bad'])))).toBe(routeTo('FUND'));
});

test('reports of a trade and of its bust go to the firm of the order', async () => {
  const { issuerId: issuerid, securityId: securityid } = venue;
  new Trader(buyer, securityid).enter('traded', 'Buy', { quantity: 10, price: '30' }, ...firm('FUND'));
  await buyer.next(has('8', [TAG.ClOrdID, 'traded'], [TAG.ExecType, '0']));
  await sandbox.methods.createOrder({
    ...{ memberid: 'M1', issuerid, securityid, type: 'Limit', action: 'Sell', quantity: 10, price: '30' },
    ...{ expiration: 'IOC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
  });
  const report = named(await buyer.next(has('AE', [880, matchOf(await fillOf('traded'))])));
  await venue.operator.methods.bustTrade({ tradeID: report.TrdMatchID as string, reason: 'error' });
  await buyer.next(has('8', [TAG.ClOrdID, 'traded'], [TAG.ExecType, 'H']));
  await buyer.next(has('AE', [487, 1]));
  const about = buyer.sent((one) => one.msgType === 'AE' || (one.msgType === '8' && fieldValue(one, 11) === 'traded'));
  expect(about.length).toBe(5);
  expect(new Set(about.map(routeOf))).toEqual(new Set([routeTo('FUND')]));
});

const fillOf = async (clOrdId: string) =>
  named(await buyer.next(has('8', [TAG.ClOrdID, clOrdId], [TAG.ExecType, 'F']))).ExecID as string;
const matchOf = (execId: string) => execId.slice(0, execId.indexOf('-'));
