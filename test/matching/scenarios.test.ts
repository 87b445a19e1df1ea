import { expect, test } from 'vitest';
import { PlainBook } from '../../bench/support/plain-book.ts';
import { ReportSum } from '../../bench/support/report-sum.ts';
import {
  type Arrival,
  CANCEL,
  ENTER_IMMEDIATE,
  MODIFY,
  SCENARIOS,
  ScenarioGenerator,
} from '../../bench/support/scenario-flow.ts';
import { type BookSide, Engine, NONE } from '../../src/matching/index.ts';

const ORDERS = 20_000;
const cases = Object.keys(SCENARIOS).flatMap((name) => [
  [name, 'drawn' as Arrival] as const,
  [name, 'sequence' as Arrival] as const,
]);

test.each(cases)('%s, %s: the same reports as a plain book, in the same order', (name, arrival) => {
  const flow = new ScenarioGenerator(SCENARIOS[name]!, arrival, ORDERS, 1).generate();
  const reported = new ReportSum();
  const reportedByPlain = new ReportSum();
  const engine = new Engine(reported);
  engine.addBook(1, true);
  const plain = new PlainBook(reportedByPlain);
  for (let i = 0; i < flow.messages; i++) {
    const [kind, id, price, quantity] = [flow.kind[i]!, flow.orderNumber[i]!, flow.price[i]!, flow.quantity[i]!];
    const side = flow.side[i] as BookSide;
    if (kind === CANCEL || kind === MODIFY) {
      engine.cancel(id);
      plain.cancel(id);
    }
    if (kind !== CANCEL) {
      engine.enter(1, id, side, price, quantity, NONE, 0, kind === ENTER_IMMEDIATE, true);
      plain.enter(id, side, price, quantity, kind === ENTER_IMMEDIATE);
    }
    expect(reported.sum).toBe(reportedByPlain.sum);
  }
  expect(reported.matches).toBeGreaterThan(0);
  expect(reported.rejects).toBeGreaterThan(0);
});
