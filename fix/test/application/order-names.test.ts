import { expect, test } from 'vitest';
import { KeptRoutes, orderKey } from '../../src/application/kept-routes.ts';
import { OrderNameTable, type PendingChange } from '../../src/application/order-names.ts';

const TERMS = { quantity: '1', price: '1.000000' };
const event = (change: string, fields: object) =>
  ({ orderId: '17', change, number_shares: '1.000000', price_per_share: '1.000000', ...fields }) as never;
const request = (clOrdId: string, origClOrdId: string, terms: typeof TERMS | undefined, inboxId = 2) => ({
  ...{ inboxId, clOrdId, origClOrdId, target: { token: origClOrdId }, terms },
});

test('requests whose events were lost are finished, and their names are free', () => {
  const table = new OrderNameTable();
  table.entering('n', 1);
  table.changing(request('c', 'b', undefined));
  expect(table.lost()).toEqual([1, 2]);
  expect(['n', 'c', 'b'].map((name) => table.isTaken(name))).toEqual([false, false, false]);
  // An answer that comes later is answered already.
  expect(table.refused('n')).toBe(false);
  expect(table.take(event('cancelled', { token: 'b' }))).toEqual({ names: { clOrdId: 'b' }, inbox: [] });
});

test('changes that name each other before their events come are answered by the events of their order', () => {
  const table = new OrderNameTable();
  table.entering('a', 1, '128=FUND\x01');
  const first = table.changing(request('b', 'a', TERMS, 2));
  const second = table.changing(request('c', 'b', TERMS, 3));
  const cancel = table.changing(request('d', 'c', undefined, 4));
  expect([first.after, second.after, cancel.after]).toEqual([undefined, first, second]);
  expect(table.take(event('entered', { token: 'a' }))).toMatchObject({ inbox: [1], route: '128=FUND\x01' });
  const replaced = (token: string, previousToken: string) => table.take(event('replaced', { token, previousToken }));
  expect(replaced('b', 'a')).toMatchObject({ names: { clOrdId: 'b', origClOrdId: 'a' }, inbox: [2] });
  // By another session of the client.
  expect(replaced('x', 'b')).toMatchObject({ names: { clOrdId: 'x', origClOrdId: 'b' }, inbox: [] });
  expect(replaced('c', 'x')).toMatchObject({ names: { clOrdId: 'c', origClOrdId: 'x' }, inbox: [3] });
  const ended = table.take(event('cancelled', { token: 'c' }));
  expect(ended).toMatchObject({ names: { clOrdId: 'd', origClOrdId: 'c' }, inbox: [4] });
});

test('changes that name each other are not kept for those after them', () => {
  const table = new OrderNameTable();
  table.remember('17', 'n0');
  const lengthOf = (change: PendingChange | undefined): number =>
    change === undefined ? 0 : 1 + lengthOf(change.after);
  let last = table.changing(request('n1', 'n0', TERMS, 1));
  for (let at = 1; at < 2000; at++) {
    const next = table.changing(request(`n${at + 1}`, `n${at}`, TERMS, at + 1));
    // Every third is refused, as are all of the second half: those after them go by the last name that the order had.
    if (at % 3 === 0 || at > 1000) expect(table.refused(`n${at}`)).toBe(true);
    else table.take(event('replaced', { token: `n${at}`, previousToken: `n${at - 1}` }));
    expect(lengthOf(next)).toBeLessThan(4);
    last = next;
  }
  expect(last.after?.target).toEqual({ token: 'n1000' });
});

test('a change by an earlier name is answered once the venue said which order it is', () => {
  const table = new OrderNameTable();
  expect(table.isKnown({ token: 'old' })).toBe(false);
  table.remember('17', 'new', 'old');
  expect(table.isKnown({ token: 'old' })).toBe(true);
  table.changing(request('d', 'old', undefined));
  // Another order with a name that is not the one.
  expect(table.take(event('cancelled', { orderId: '18', token: 'other' })).inbox).toEqual([]);
  expect(table.take(event('cancelled', { token: 'new' }))).toEqual({
    names: { clOrdId: 'd', origClOrdId: 'new' },
    inbox: [2],
  });
});

test('a replacement is answered where the venue gives no other token yet (J14), and where the order had none', () => {
  const table = new OrderNameTable();
  table.remember('17', 'a');
  table.changing(request('b', 'a', TERMS));
  expect(table.take(event('replaced', { token: 'a' }))).toEqual({
    names: { clOrdId: 'b', origClOrdId: 'a' },
    inbox: [2],
  });
  table.changing({ ...request('c', 'NONE', TERMS, 5), target: { orderid: '19' } });
  const first = table.take(event('replaced', { orderId: '19', token: 'c' }));
  expect(first).toEqual({ names: { clOrdId: 'c', origClOrdId: 'NONE' }, inbox: [5] });
});

test('a session remembers 10,000 orders, and the venue knows all', () => {
  const table = new OrderNameTable();
  for (let at = 0; at <= 10_000; at++) table.remember(String(at), `n${at}`);
  expect([table.newestOf('0'), table.newestOf('1')]).toEqual([undefined, 'n1']);
  expect(['n0', 'n1'].map((token) => table.isKnown({ token }))).toEqual([false, true]);
});

test('routes of ended orders are kept, the newest 10,000 of them', () => {
  const routes = new KeptRoutes(new Map([[orderKey('old'), { route: 'R', isEnded: true }]]));
  expect(routes.add(orderKey('none'), '')).toEqual([]);
  expect(routes.end(orderKey('none'))).toEqual([]);
  for (let at = 0; at < 10_000; at++) {
    const key = orderKey(String(at));
    expect(routes.add(key, `R${at}`)).toEqual([[key, { route: `R${at}`, isEnded: false }]]);
    expect(routes.add(key, `R${at}`)).toEqual([]);
    const ended = routes.end(key);
    expect(ended[0]).toEqual([key, { route: `R${at}`, isEnded: true }]);
    expect(ended.slice(1)).toEqual(at === 9999 ? [[orderKey('old'), undefined]] : []);
    expect(routes.end(key)).toEqual([]);
  }
  expect(['old', '0', '9999'].map((orderId) => routes.of(orderKey(orderId)))).toEqual(['', 'R0', 'R9999']);
});
