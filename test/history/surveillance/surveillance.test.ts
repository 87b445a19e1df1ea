import { expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { NOW } from '../../modules/shared/records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type MarketScript, THRESHOLDS } from './market-script.ts';

import { opened, rulesOf, surveyed } from './surveys.ts';

describeOnEachDatabase('surveillance', (open) => {
  test('notices a trade between the same account, and none of two accounts of one broker', async () => {
    const market = await opened(open);
    const { script } = market;
    script.order('a', 'sell', 10, { accountId: 'A1', quantity: 20 });
    script.order('a', 'buy', 10, { accountId: 'A1', quantity: 20 });
    script.order('a', 'sell', 10, { accountId: 'A1', quantity: 20 });
    script.order('a', 'buy', 10, { accountId: 'A2', quantity: 20 });
    script.order('a', 'sell', 10, { accountId: 'A1', quantity: 9 });
    script.order('a', 'buy', 10, { accountId: 'A1', quantity: 9 });
    await script.record();
    const { findings } = await surveyed(market);
    expect(findings).toMatchObject([
      {
        ...{ rule: 'Wash trade', securityId: 7, clientId: 'a', accountId: 'A1', otherAccountId: 'A1' },
        figures: { relation: 'same account', shares: 20, threshold: 10 },
      },
    ]);
    expect(findings[0]!.evidence.map(({ orderId, matchId }) => orderId ?? matchId)).toHaveLength(3);
  });

  test('notices a trade between linked accounts, and between clients of one parent', async () => {
    const market = await opened(open);
    const { script, main } = market;
    for (const [client_id, parent_id] of [
      ['p', 'p'],
      ['a', 'p'],
      ['b', 'p'],
      ['c', 'c'],
    ] as const) {
      await main.db
        .insertInto('clients')
        .values({ client_id, parent_id, name: client_id, active: 1, created_at: NOW })
        .execute();
    }
    const link = (link_id: number, first_entry: string, related_entry: string, deleted_at: number | null = null) =>
      main.db
        .insertInto('links')
        .values({
          ...{ link_id, client_id: 'a', first_entry_type: 'Account', first_entry, related_entry, deleted_at },
          ...{ related_entry_type: 'IndivACParty', link_type: 'owner', primary_value: 0, notes: '' },
          ...{ created_at: NOW, updated_at: null },
        })
        .execute();
    await link(1, 'A1', 'P1');
    await link(2, 'A2', 'P1');
    await link(3, 'A3', 'P1', NOW);
    const pairs = [
      ['A1', 'A2'],
      ['A1', 'A3'],
      ['A2', 'A3'],
    ] as const;
    for (const [seller, buyer] of pairs) {
      script.order('a', 'sell', 10, { accountId: seller });
      script.order('a', 'buy', 10, { accountId: buyer });
    }
    script.trade(['a', 'b'], 'buy', 10);
    script.trade(['a', 'c'], 'buy', 10);
    await script.record();
    const { findings } = await surveyed(market);
    expect(findings.map(({ figures, otherClientId }) => [figures.relation, otherClientId])).toEqual([
      ['linked accounts', 'a'],
      ['same parent', 'b'],
    ]);
  });

  test('notices layers that are cancelled around a fill on the other side', async () => {
    const market = await opened(open);
    const { script } = market;
    script.order('c', 'buy', 10);
    const layers = [9, 8, 7].map((price) => script.order('a', 'buy', price));
    script.order('a', 'sell', 10);
    script.wait(1);
    for (const orderId of layers) script.cancel('a', orderId);
    await script.record();
    const { findings } = await surveyed(market);
    expect(rulesOf(findings)).toEqual(['Layering']);
    expect(findings[0]).toMatchObject({ clientId: 'a', figures: { cancelled: 3, threshold: 3, side: 'Bid' } });
    expect(findings[0]!.evidence.flatMap(({ orderId }) => orderId ?? [])).toEqual(layers);
  });

  test('notices no layers without a fill, with one on the same side, of two clients, over a longer time', async () => {
    const market = await opened(open);
    const { script } = market;
    const layers = (clientId: string, seconds: number, prices = [9, 8, 7]) => {
      const ids = prices.map((price) => script.order(clientId, 'buy', price));
      script.wait(1);
      for (const orderId of ids) {
        script.cancel(clientId, orderId);
        script.wait(seconds);
      }
    };
    layers('a', 1);
    script.wait(120);
    script.trade(['a', 'c'], 'buy', 10);
    layers('a', 1);
    script.wait(120);
    script.trade(['b', 'c'], 'sell', 10);
    layers('a', 1);
    script.wait(120);
    layers('a', 40);
    script.trade(['a', 'c'], 'sell', 10);
    layers('b', 1, [9, 8]);
    await script.record();
    expect((await surveyed(market)).findings).toEqual([]);
  });

  test('notices quick cancels, and no slow ones or of partly filled orders', async () => {
    const market = await opened(open);
    const { script } = market;
    for (let count = 0; count < 4; count++) script.cancel('a', script.order('a', 'buy', 9));
    for (let count = 0; count < 6; count++) {
      const orderId: OrderId = script.order('b', 'buy', 9);
      script.wait(1);
      script.cancel('b', orderId);
    }
    for (let count = 0; count < 6; count++) {
      const orderId = script.order('c', 'buy', 9, { quantity: 2 });
      script.order('d', 'sell', 9, { quantity: 1 });
      script.cancel('c', orderId);
    }
    await script.record();
    const { findings } = await surveyed(market);
    expect(findings).toMatchObject([{ rule: 'Quick cancels', clientId: 'a', figures: { cancels: 4, threshold: 4 } }]);
    expect(findings[0]!.evidence).toHaveLength(4);
    expect((await surveyed(market, { ...THRESHOLDS, quickCancels: 0 })).findings).toEqual([]);
  });

  test('notices who moves the price before the close, and not a halt, another mover or a small move', async () => {
    const marked = async (play: (script: MarketScript) => void) => {
      const market = await opened(open);
      market.script.trade(['x', 'y'], 'buy', 100);
      market.script.wait(600);
      play(market.script);
      await market.script.record();
      return (await surveyed(market)).findings;
    };
    const findings = await marked((script) => {
      script.trade(['a', 'b'], 'buy', 103);
      script.trade(['a', 'b'], 'buy', 105);
      script.close();
    });
    expect(findings).toMatchObject([
      {
        ...{ rule: 'Marking the close', clientId: 'a' },
        figures: { before: 100, last: 105, movePercent: 5, threshold: 3, initiatedPercent: 100 },
      },
    ]);
    const unmoved = [
      (script: MarketScript) => {
        script.trade(['a', 'b'], 'buy', 105);
        script.halt();
      },
      (script: MarketScript) => {
        script.trade(['b', 'x'], 'buy', 105, 900);
        script.trade(['a', 'b'], 'buy', 105, 100);
        script.close();
      },
      (script: MarketScript) => {
        script.trade(['a', 'b'], 'buy', 102);
        script.close();
      },
      (script: MarketScript) => {
        script.trade(['a', 'b'], 'buy', 105);
        script.wait(301);
        script.close();
      },
    ];
    for (const play of unmoved) expect(await marked(play)).toEqual([]);
  });

  test('notices who moves the price of an auction by late orders', async () => {
    const called = async (dollars: number) => {
      const market = await opened(open);
      const { script } = market;
      script.trade(['x', 'y'], 'buy', 100);
      script.wait(600);
      script.call();
      script.order('b', 'sell', 100, { quantity: 100 });
      script.order('c', 'sell', 106, { quantity: 100 });
      script.wait(299);
      for (const quantity of [100, 100]) script.order('a', 'buy', dollars, { quantity });
      script.wait(1);
      script.uncross();
      await script.record();
      return (await surveyed(market)).findings;
    };
    expect(await called(102)).toEqual([]);
    expect(await called(106)).toMatchObject([
      {
        ...{ rule: 'Marking the close', clientId: 'a' },
        figures: { before: 100, last: 106, movePercent: 6, initiatedPercent: 100 },
      },
    ]);
  });

  test('notices late orders that are a large part of an auction', async () => {
    const market = await opened(open);
    const { script } = market;
    const surveys = () => surveyed(market, { ...THRESHOLDS, closeMovePercent: 0, latePercent: 40 });
    const call = (play: () => void) => {
      script.call();
      play();
      script.wait(10);
      script.uncross();
    };
    script.trade(['x', 'y'], 'buy', 100);
    call(() => {
      script.order('b', 'sell', 100, { quantity: 100 });
      script.order('c', 'buy', 100, { quantity: 61 });
      script.wait(21);
      // 39 percent of the shares, and none.
      script.order('a', 'buy', 100, { quantity: 39 });
      script.order('a', 'buy', 90, { quantity: 500 });
    });
    await script.record();
    expect((await surveys()).findings).toEqual([]);
    let orders: OrderId[] = [];
    call(() => {
      script.order('b', 'sell', 101, { quantity: 100 });
      script.order('c', 'buy', 101, { quantity: 50 });
      const early = script.order('a', 'buy', 91, { quantity: 20 });
      script.wait(21);
      orders = [script.order('a', 'buy', 102, { quantity: 30 }), early];
      script.replace('a', early, 102);
      script.wait(5);
    });
    await script.record();
    const { findings } = await surveys();
    expect(findings).toMatchObject([
      {
        ...{ rule: 'Late orders of an auction', securityId: 7, clientId: 'a', otherClientId: null },
        figures: { side: 'buy', shares: 50, percent: 50, threshold: 40, price: 101, before: 100, movePercent: 1 },
      },
    ]);
    expect(findings[0]!.evidence.map(({ orderId, quantity }) => [orderId, quantity])).toEqual([
      [orders[0], 30],
      [orders[1], 20],
    ]);
    // A call whose end trades nothing is no second occurrence of the auction before it.
    call(() => {});
    await script.record();
    expect((await surveys()).findings).toHaveLength(1);
  });

  test('notices a price outside of the band around the trade before, of that security', async () => {
    const market = await opened(open);
    const { script } = market;
    script.trade(['a', 'b'], 'buy', 100);
    script.trade(['a', 'b'], 'buy', 110);
    await script.record();
    const first = await surveyed(market);
    expect(first.findings).toEqual([]);
    script.trade(['c', 'd'], 'sell', 98);
    await script.record();
    // A survey that begins anywhere knows the trade before.
    const { findings } = await surveyed(market, THRESHOLDS, first.position);
    expect(findings).toMatchObject([
      {
        ...{ rule: 'Price band', clientId: 'c', otherClientId: 'd' },
        figures: { before: 110, price: 98, movePercent: 10.91, threshold: 10 },
      },
    ]);
  });

  test('notices a holder who comes to hold too much, once, where there are several', async () => {
    const market = await opened(open);
    const { script } = market;
    await script.record([script.dayEnd('2026-11-20', { a: 40, b: 30, c: 30 })]);
    expect((await surveyed(market)).findings).toEqual([]);
    script.order('a', 'buy', 1);
    await script.record([script.dayEnd('2026-11-23', { a: 50, b: 30, c: 20 })]);
    script.order('a', 'buy', 1);
    await script.record([script.dayEnd('2026-11-24', { a: 51, b: 30, c: 19 })]);
    script.order('a', 'buy', 1);
    await script.record([script.dayEnd('2026-11-25', { a: 90, b: 10 })]);
    const { findings, position } = await surveyed(market);
    expect(findings).toMatchObject([
      {
        ...{ rule: 'Concentration', clientId: 'a' },
        figures: { shares: 50, ofShares: 100, percent: 50, threshold: 40, date: '2026-11-23' },
      },
    ]);
    expect(position.date).toBe('2026-11-25');
  });
});
