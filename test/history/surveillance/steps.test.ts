import { expect, test } from 'vitest';
import type { OrderId } from '../../../src/exchange/api/units.ts';
import { mergedByAlert } from '../../../src/history/surveillance/new-evidence.ts';
import { Survey, type SurveyStep } from '../../../src/history/surveillance/survey.ts';
import { storeFindings, surveillancePosition } from '../../../src/modules/surveillance/index.ts';
import { NOW } from '../../modules/shared/records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { THRESHOLDS } from './market-script.ts';

import { opened, rulesOf, START, stepsOf, surveyed } from './surveys.ts';

describeOnEachDatabase('the steps of surveillance', (open) => {
  test('stores each alert once and loses none, wherever it is interrupted (O13)', async () => {
    const market = await opened(open);
    const { script, main } = market;
    const steps: (() => void)[] = [];
    for (let round = 0; round < 3; round++) {
      let layers: OrderId[] = [];
      steps.push(
        () => script.order('c', 'buy', 10),
        () => {
          layers = [9, 8, 7].map((price) => script.order('a', 'buy', price));
        },
        () => script.order('a', 'sell', 10),
        ...[0, 1, 2].map((at) => () => script.cancel('a', layers[at]!)),
        () => script.trade(['w', 'w'], 'buy', 10 + 3 * round),
      );
    }
    for (const step of steps) {
      step();
      await script.record();
      // A new survey after each step, as after a restart; the first attempt of each is lost before it is stored.
      for (const isLost of [true, false]) {
        const from = await surveillancePosition(main.db);
        const { findings, position } = await surveyed(market, THRESHOLDS, from);
        const found = { alerts: mergedByAlert(findings), from, to: position };
        if (!isLost) expect(await storeFindings(main.db, found, () => NOW)).toBe(true);
      }
    }
    const inOne = await surveyed(market);
    const expected = Map.groupBy(inOne.findings, ({ key }) => key);
    expect(rulesOf(inOne.findings).toSorted()).toEqual(['Layering', 'Price band', 'Quick cancels', 'Wash trade']);
    const rows = await main.db.selectFrom('alerts').select(['alert_key', 'occurrences']).execute();
    expect(Object.fromEntries(rows.map((row) => [row.alert_key, Number(row.occurrences)]))).toEqual(
      Object.fromEntries([...expected].map(([key, findings]) => [key, findings.length])),
    );
    // One that went on from an older position stores nothing.
    const from = { seq: 1, matchId: 0, date: '' };
    const stale = { alerts: mergedByAlert(inOne.findings), from, to: inOne.position };
    expect(await storeFindings(main.db, stale, () => NOW)).toBe(false);
    expect(await main.db.selectFrom('alerts').select('alert_key').execute()).toHaveLength(rows.length);
  });

  test('hands over many findings in steps of at most 200 events, each of which a new survey repeats', async () => {
    const market = await opened(open);
    for (let at = 0; at < 450; at++) market.script.cancel('a', market.script.order('a', 'buy', 5));
    await market.script.record();
    const steps = await stepsOf(market, THRESHOLDS);
    expect(steps.map(({ findings }) => findings.length).filter((count) => count > 0)).toEqual([197, 200, 50]);
    const again: SurveyStep[] = [];
    for (let from = START; ; from = again.at(-1)!.position) {
      const survey = await Survey.from({ history: market.history.db, main: market.main.db }, THRESHOLDS, from);
      again.push(await survey.next());
      if (again.at(-1)?.hasMore === false) break;
    }
    expect(again).toEqual(steps);
  });

  test('hands over at most 1,000 findings and pieces of evidence in a step, and those of one more event', async () => {
    const market = await opened(open);
    for (let round = 0; round < 50; round++) {
      for (let at = 0; at < 30; at++) market.script.cancel(`c${at}`, market.script.order(`c${at}`, 'buy', 5));
    }
    await market.script.record();
    const steps = await stepsOf(market, { ...THRESHOLDS, quickCancels: 50 });
    const piecesOf = ({ findings }: SurveyStep) => findings.reduce((sum, { evidence }) => sum + 1 + evidence.length, 0);
    // Each of the 30 clients has one finding with 50 orders.
    expect(steps.map(piecesOf).filter((pieces) => pieces > 0)).toEqual([20 * 51, 10 * 51]);
  });

  test('keeps the events of one number in one step: a new survey goes on after the number', async () => {
    const market = await opened(open);
    const { script, history } = market;
    script.trade(['x', 'y'], 'buy', 100);
    script.wait(600);
    for (let at = 0; at < 197; at++) script.cancel('c', script.order('c', 'buy', 5));
    // The 199th and the 200th event, and the next one.
    for (const price of [105, 106]) script.trade(['a', 'b'], 'buy', price);
    script.close();
    await script.record();
    const last = await history.db.selectFrom('matches').select('seq').orderBy('seq', 'desc').executeTakeFirstOrThrow();
    await history.db.updateTable('market_events').set({ seq: last.seq }).where('market', '=', 'closed').execute();
    const [first] = await stepsOf(market, THRESHOLDS);
    const rest = await surveyed(market, THRESHOLDS, first!.position);
    expect(rulesOf([...first!.findings, ...rest.findings])).toContain('Marking the close');
  });

  test('looks at the holdings of a day after the events of the day, with a restart at any step', async () => {
    const market = await opened(open);
    const { script } = market;
    const days = ['2026-11-20', '2026-11-23'];
    for (const [index, date] of days.entries()) {
      for (let at = 0; at < 250; at++) script.cancel('a', script.order('a', 'buy', 5));
      const holdings = index === 0 ? { a: 50, b: 30, c: 20 } : { a: 30, b: 50, c: 20 };
      await script.record([script.dayEnd(date, holdings)]);
    }
    const found: string[] = [];
    for (let from = START; ; ) {
      const survey = await Survey.from({ history: market.history.db, main: market.main.db }, THRESHOLDS, from);
      const { findings, position, hasMore } = await survey.next();
      found.push(...rulesOf(findings));
      if (!hasMore) break;
      from = position;
    }
    // The second step of 200 events reaches the second day.
    const cancels = 'Quick cancels';
    expect(found).toEqual([cancels, cancels, 'Concentration', cancels, 'Concentration']);
  });
});
