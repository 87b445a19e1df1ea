import { type BookContingency, type BookSide, Engine } from '../../src/matching/index.ts';
import { type Conditions, conditionsOf } from '../support/conditions.ts';
import { elapsedMs } from '../support/measure.ts';
import { ReportSum } from '../support/report-sum.ts';
import { CANCEL, ENTER_IMMEDIATE, MODIFY, type ScenarioFlow } from '../support/scenario-flow.ts';
import { type Spread, spreadOf } from '../support/statistics.ts';

/** What a share of orders with conditions costs the book, on one flow. */
export interface ConditionsFigure {
  readonly matches: number;
  /** The reports of the book with conditions, as one number: the same for every engine that keeps the rules. */
  readonly sum: number;
  /** Million messages a second. */
  readonly without: Spread;
  readonly with: Spread;
  /** The time with conditions over that without. */
  readonly cost: Spread;
}

/**
 * Plays a flow without conditions and with them, in turn, each time to a new book. Fails when a book reports other
 * things than the time before.
 */
export function measureConditions(
  flow: ScenarioFlow,
  ids: Float64Array,
  share: number,
  repetitions: number,
): ConditionsFigure {
  const none = conditionsOf(flow, 0, 1);
  const some = conditionsOf(flow, share, 1);
  const rates: { without: number; with: number }[] = [];
  let first: ReportSum | undefined;
  for (let round = 0; round <= repetitions; round++) {
    const without = play(flow, ids, none);
    const conditional = play(flow, ids, some);
    first ??= conditional.reported;
    if (conditional.reported.sum !== first.sum) throw new Error('the book reported other things than before');
    // The first round only warms up.
    if (round > 0) rates.push({ without: without.rate, with: conditional.rate });
  }
  return {
    matches: first?.matches ?? 0,
    sum: first?.sum ?? 0,
    without: spreadOf(rates.map((rate) => rate.without)),
    with: spreadOf(rates.map((rate) => rate.with)),
    cost: spreadOf(rates.map((rate) => rate.without / rate.with)),
  };
}

function play(flow: ScenarioFlow, ids: Float64Array, { contingency, minimum }: Conditions) {
  const { messages, kind, side, price, quantity } = flow;
  const reported = new ReportSum();
  const engine = new Engine(reported);
  engine.addBook(1, true);
  const ms = elapsedMs(() => {
    for (let i = 0; i < messages; i++) {
      const what = kind[i]!;
      const id = ids[i]!;
      if (what === CANCEL || what === MODIFY) engine.cancel(id);
      if (what !== CANCEL) {
        const wanted = contingency[i] as BookContingency;
        const immediate = what === ENTER_IMMEDIATE;
        engine.enter(1, id, side[i] as BookSide, price[i]!, quantity[i]!, wanted, minimum[i]!, immediate, true);
      }
      while (engine.hasPendingWork) engine.resume();
    }
  });
  return { reported, rate: messages / ms / 1000 };
}
