/** Tenders (R14): the worked examples of docs/venue/corporate-actions.md, and what else a venue does with them. */
import { describe, expect, test } from 'vitest';
import type { TenderTerms } from '../../src/exchange/api/corporate-actions.ts';
import { cashForTaken } from '../../src/exchange/api/ratios.ts';
import { NO_TRANSFER_RULES } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announce, BY_OWNER, endedByAction, ID } from './corporate-actions.ts';
import { splitAt } from './register-split.ts';
import type { TenderStep } from './register-steps.ts';
import { RegisterWalk } from './register-walk.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const OPENED = '2026-11-23T14:30:00Z';
const AT_12 = 12 * DOLLAR;

const tender = (over: Partial<TenderTerms> = {}): TenderTerms => ({
  ...{ kind: 'tender', mostShares: 100, price: AT_12, into: 'cancelled' },
  ...over,
});

type Answers = TenderStep['answers'];

/** Announces a tender with answers in percent of what each holder has, or gives the one that is announced more. */
function answered(walk: RegisterWalk, answers: Answers, { most = 100, isKept = false } = {}): void {
  walk.play({ do: 'tender', isEnd: false, answers, quantity: most, price: AT_12, isKept });
}

function bought(walk: RegisterWalk): void {
  walk.play({ do: 'tender', isEnd: true, answers: [], quantity: 1, price: 1, isKept: false });
  walk.expectReplayed();
}

const held = (walk: RegisterWalk, names: readonly string[]) => names.map((name) => walk.of(name).quantity);

describe('examples', () => {
  test('25: lots of 60 and 40 shares, an answer of 80, a tender for 100 at 12.00', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'b', 60, 10 * DOLLAR);
    walk.play({ do: 'night' });
    walk.trade('a', 'b', 40, AT_12);
    answered(walk, [['a', 80]]);
    const before = walk.state.register.heldBy({ clientId: 'a', accountId: null, securityId: ID });
    const had = { quantity: before.quantity, rest: before.rest };
    bought(walk);
    expect(walk.of('a')).toEqual({ quantity: 20, cost: 216 * DOLLAR });
    expect(walk.model.of('a').held.made).toMatchObject([{ units: 20_000_000n, cost: BigInt(240 * DOLLAR) }]);
    expect(cashForTaken(had, { quantity: 20, rest: 0 }, AT_12)).toBe(BigInt(960 * DOLLAR));
    walk.expectSound();
  });

  test('26: answers of 10 each by c, a and b, in this order, a tender for 20', () => {
    const walk = new RegisterWalk();
    for (const name of ['a', 'b', 'c/y']) walk.position(name, 10, DOLLAR);
    answered(walk, [['b', 100]], { most: 20 });
    answered(walk, [
      ['c/y', 100],
      ['a', 100],
      ['b', 100],
    ]);
    bought(walk);
    expect(held(walk, ['c/y', 'a', 'b'])).toEqual([3, 3, 4]);
    walk.expectSound();
  });

  test('27: an answer of 100, of which 70 are sold until then, a tender for 100', () => {
    const walk = new RegisterWalk();
    walk.position('a', 100, DOLLAR);
    answered(walk, [['a', 100]]);
    walk.trade('b', 'a', 70, 10 * DOLLAR);
    bought(walk);
    expect(held(walk, ['a', 'b'])).toEqual([0, 70]);
    walk.expectSound();
  });

  test('28: an answer of 100 that is withdrawn', () => {
    const walk = new RegisterWalk();
    walk.position('a', 100, DOLLAR);
    answered(walk, [
      ['a', 100],
      ['a', 0],
    ]);
    bought(walk);
    expect(held(walk, ['a'])).toEqual([100]);
    expect(walk.changes.filter(({ kind }) => kind === 'tender')).toEqual([]);
    walk.expectSound();
  });

  test('29: 100 bought for 1,000.00, all of them tendered at 12.00, then the match is busted', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'b', 100, 10 * DOLLAR);
    answered(walk, [['a', 100]]);
    bought(walk);
    expect(walk.of('a')).toEqual({ quantity: 0, cost: 0 });
    walk.bust(walk.model.matches[0]);
    expect(walk.of('a')).toEqual({ quantity: -100, cost: 1200 * DOLLAR });
    walk.expectReplayed();
    walk.expectSound();
  });

  test('30: 100 bought for 1,000.00, 40 of them tendered, then the match is corrected to 90 at 9.00', () => {
    const walk = new RegisterWalk();
    walk.trade('a', 'b', 100, 10 * DOLLAR);
    answered(walk, [['a', 40]]);
    bought(walk);
    walk.adjust(walk.model.matches[0], 9 * DOLLAR, 90);
    expect(walk.of('a')).toEqual({ quantity: 50, cost: 450 * DOLLAR });
    walk.expectReplayed();
    walk.expectSound();
  });

  test('31: 100 shares, an answer of 40, into the treasury, then a split 2:1', () => {
    const walk = new RegisterWalk();
    walk.holding('a', [{ ago: 40, quantity: 100, rest: 0 }]);
    answered(walk, [['a', 40]], { isKept: true });
    bought(walk);
    const sums = () => {
      const { treasury, byActions, outside } = walk.state.register.in(ID);
      return [treasury, byActions, outside].map(({ quantity }) => quantity);
    };
    expect([held(walk, ['a']), sums()]).toEqual([[60], [40, 0, -100]]);
    splitAt(walk, { to: 2, from: 1, isUp: false });
    walk.play({ do: 'restart' });
    expect([held(walk, ['a']), sums()]).toEqual([[120], [80, -100, -100]]);
    walk.expectSound();
  });
});

test('what rounding leaves goes to no answer of which nothing is left, even if it was the first', () => {
  const walk = new RegisterWalk();
  for (const name of ['a', 'b', 'c/y']) walk.position(name, 10, DOLLAR);
  answered(
    walk,
    [
      ['a', 100],
      ['b', 100],
      ['c/y', 100],
    ],
    { most: 19 },
  );
  walk.trade('a/x', 'a', 10, DOLLAR);
  bought(walk);
  expect(held(walk, ['a', 'b', 'c/y'])).toEqual([0, 0, 1]);
  walk.expectSound();
});

const answer = (clientId: string, quantity: number, actionId = 1) =>
  ({ type: 'tenderShares', clientId, accountId: null, securityId: ID, actionId, quantity }) as const;

async function venueWith(folder: string, holders: readonly string[], quantity: number): Promise<TestVenue> {
  const venue = openVenue({ folder });
  await venue.exchange.submit(security());
  const positions = holders.map((clientId) => ({ clientId, accountId: null, securityId: ID, quantity }));
  await venue.exchange.submit({ type: 'setPositions', positions });
  return venue;
}

describe('an answer', () => {
  test('is at most what the holder has without what its live orders sell', async () => {
    const venue = await venueWith(temporaryFolder(), ['a'], 100);
    await announce(venue, { terms: tender() });
    const sale = order({ side: 'sell', quantity: 30, price: 90 * DOLLAR, expiration: 'GTC' });
    const orderId = idOfOrder(await venue.exchange.submit(sale)) as OrderId;
    const sent = (quantity: number, clientId = 'a') => venue.exchange.submit(answer(clientId, quantity));
    expect(await sent(71)).toMatchObject({ ok: false, refusal: 'shares are not free' });
    expect(await sent(1, 'b')).toMatchObject({ ok: false, refusal: 'shares are not free' });
    expect(venue.exchange.tenderAnswer(ID, 1, { clientId: 'a', accountId: null })).toBeUndefined();
    expect(await sent(70)).toMatchObject({ ok: true });
    // Shares are not set aside.
    expect((await venue.exchange.submit(order({ side: 'sell', quantity: 50, price: 90 * DOLLAR }))).ok).toBe(true);
    await venue.exchange.submit({ type: 'cancel', clientId: 'a', orderId });
    expect(await sent(51)).toMatchObject({ ok: false, refusal: 'shares are not free' });
    expect(venue.exchange.tenderAnswer(ID, 1, { clientId: 'a', accountId: null })).toMatchObject({ quantity: 70 });
  });

  test('is compared with what the oldest 1,000 orders of its client sell', () => {
    const walk = new RegisterWalk();
    walk.position('a', 2000, DOLLAR);
    answered(walk, []);
    const sale = order({ side: 'sell', quantity: 1, price: 90 * DOLLAR, expiration: 'GTC' });
    for (let count = 0; count < 1100; count++) walk.take(sale);
    expect(walk.take(answer('a', 1001))).toMatchObject({ refusal: 'shares are not free' });
    expect(walk.take(answer('a', 1000))).toMatchObject({ ok: true });
  });

  test('is refused of what is no announced tender', async () => {
    const venue = await venueWith(temporaryFolder(), ['a'], 100);
    await announce(venue);
    for (const mostShares of [100, 99]) await announce(venue, { terms: tender({ mostShares }) });
    const refusalOf = async (actionId: number) => {
      const outcome = await venue.exchange.submit(answer('a', 1, actionId));
      return outcome.ok ? null : outcome.refusal;
    };
    expect([await refusalOf(1), await refusalOf(2), await refusalOf(9)]).toEqual([
      'action takes no answers',
      null,
      'unknown action',
    ]);
    expect(await venue.exchange.submit({ ...answer('a', 1), securityId: 99 as never })).toMatchObject({
      refusal: 'unknown security',
    });
    await venue.exchange.submit({ type: 'cancelAction', ...BY_OWNER, actionId: 2, reason: null });
    await moveTo(venue, OPENED);
    expect([await refusalOf(2), await refusalOf(3)]).toEqual(['action has another state', 'action has another state']);
    expect(venue.exchange.tenderAnswers(ID, 2, { clientId: null, after: null, limit: 9 })).toEqual([]);
  });

  test('keeps its place in the pages of all holders, and of one client', async () => {
    const venue = await venueWith(temporaryFolder(), ['a', 'b', 'c'], 100);
    await announce(venue, { terms: tender() });
    for (const clientId of ['c', 'a', 'b', 'a']) await venue.exchange.submit(answer(clientId, 7));
    const sums = (clientId: string | null) => venue.exchange.tenderSums(ID, 1, clientId);
    expect(sums(null)).toEqual({ answers: 3, quantity: 21, bought: null });
    expect([sums('a').answers, sums('a').quantity, sums('d').answers]).toEqual([1, 7, 0]);
    const page = (clientId: string | null, after: string | null, limit = 2) => {
      const from = after === null ? null : { clientId: after, accountId: null };
      return venue.exchange.tenderAnswers(ID, 1, { clientId, after: from, limit }).map((one) => one.clientId);
    };
    expect([page(null, null), page(null, 'b'), page(null, 'c')]).toEqual([['a', 'b'], ['c'], []]);
    expect([page('b', null), page('b', 'b'), page('b', 'a'), page('d', null)]).toEqual([['b'], [], [], []]);
  });
});

describe('a tender', () => {
  test('leaves orders as they are, judges them again, and goes over a restart', async () => {
    const folder = temporaryFolder();
    let venue = await venueWith(folder, ['a', 'b'], 100);
    const rules = { ...NO_TRANSFER_RULES, unregisteredSales: 'refused' } as const;
    await venue.exchange.submit({ type: 'transferRules', ...BY_OWNER, rules, version: null });
    await announce(venue, { terms: tender() });
    await venue.exchange.submit(answer('a', 60));
    const sold = (clientId: string) => order({ clientId, side: 'sell', price: 90 * DOLLAR, expiration: 'GTC' });
    const [ofSeller, other] = [
      idOfOrder(await venue.exchange.submit(sold('a'))),
      idOfOrder(await venue.exchange.submit(sold('b'))),
    ];
    venue = await restart(venue, folder, OPENED);
    expect(endedByAction(venue.events)).toEqual([]);
    const [own, foreign] = [ofSeller, other].map((id) => venue.exchange.state.orders.get(id as OrderId));
    expect([own?.held, own?.remaining]).toEqual(['unregistered sale', 100]);
    expect([foreign?.held, foreign?.remaining]).toEqual([null, 100]);
    expect(venue.exchange.tenderAnswer(ID, 1, { clientId: 'a', accountId: null })).toMatchObject({ bought: 60 });
    expect(venue.exchange.actions(ID, 9, 9)[0]?.state).toBe('effective');
  });

  test('of many answers goes on in slices (M17), and a replay comes to the same', async () => {
    const folder = temporaryFolder();
    const clients = Array.from({ length: 450 }, (_, index) => `c${index}`);
    const venue = await venueWith(folder, clients, 9);
    await announce(venue, { terms: tender({ mostShares: 1000, into: 'treasury' }) });
    for (const clientId of clients) await venue.exchange.submit(answer(clientId, 9));
    venue.time.moveTo(OPENED);
    // 1,000 of 4,050 are 2.2 of each 9: what rounding leaves, 100, goes to the first.
    const sale = { clientId: 'c0', side: 'sell', quantity: 6, price: 90 * DOLLAR } as const;
    expect((await venue.exchange.submit(order(sale))).ok).toBe(true);
    const { state } = venue.exchange;
    expect(state.register.in(ID).treasury).toEqual({ quantity: 1000, rest: 0 });
    const ofClient = (clientId: string) =>
      state.register.heldBy({ clientId, accountId: null, securityId: ID }).quantity;
    expect(['c0', 'c99', 'c100', 'c449'].map(ofClient)).toEqual([6, 6, 7, 7]);
    const digest = digestOf(state);
    await venue.exchange.stop();
    expect(digestOf(recover(files, folder, 0).state)).toBe(digest);
  });

  test('of before is forgotten with its answers when ten newer ones had effect', () => {
    const walk = new RegisterWalk();
    walk.position('a', 100, DOLLAR);
    for (let count = 0; count < 11; count++) {
      answered(walk, [['a', 5]]);
      bought(walk);
    }
    const kept = [...walk.state.tenders.entries()].map(([, actionId]) => actionId);
    expect(kept).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    // Its entries are not.
    expect(walk.changes.filter(({ kind }) => kind === 'tender')).toHaveLength(11);
    walk.expectSound();
  });

  test('announced before ten others that had effect first buys, and its answers are kept', async () => {
    const venue = await venueWith(temporaryFolder(), ['a'], 100);
    for (let actionId = 1; actionId <= 11; actionId++) {
      const terms = tender({ mostShares: 100 + actionId });
      await announce(venue, { terms, exDate: actionId === 1 ? '2026-11-24' : '2026-11-23' });
      await venue.exchange.submit(answer('a', 5, actionId));
    }
    await moveTo(venue, OPENED);
    await moveTo(venue, '2026-11-24T14:30:00Z');
    const { state } = venue.exchange;
    expect(state.register.of({ clientId: 'a', accountId: null, securityId: ID })).toBe(45);
    const kept = [...state.tenders.entries()].map(([, actionId]) => actionId);
    expect(kept).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});
