/** The two books that flows of orders go to (scenario-flow.ts), message by message. */
import { type BookSide, Engine, NONE } from '../../src/matching/index.ts';
import { PlainBook } from './plain-book.ts';
import { ReportSum } from './report-sum.ts';
import { CANCEL, ENTER_IMMEDIATE, MODIFY, type ScenarioFlow } from './scenario-flow.ts';

/** Sends one message of the flow. */
export type Apply = (message: number) => void;

type Ids = (flow: ScenarioFlow) => Float64Array;

const counted: Ids = (flow) => Float64Array.from(flow.orderNumber.subarray(0, flow.messages));

export const BOOKS = {
  openats: (flow: ScenarioFlow, sum = new ReportSum(), ids = counted(flow)): Apply => {
    const { kind, side, price, quantity } = flow;
    const engine = new Engine(sum);
    engine.addBook(1, true);
    return (i) => {
      const what = kind[i]!;
      const id = ids[i]!;
      if (what === CANCEL || what === MODIFY) engine.cancel(id);
      if (what === CANCEL) return;
      const immediate = what === ENTER_IMMEDIATE;
      engine.enter(1, id, side[i] as BookSide, price[i]!, quantity[i]!, NONE, 0, immediate, true);
    };
  },
  plain: (flow: ScenarioFlow, sum = new ReportSum(), ids = counted(flow)): Apply => {
    const { kind, side, price, quantity } = flow;
    const book = new PlainBook(sum);
    return (i) => {
      const what = kind[i]!;
      const id = ids[i]!;
      if (what === CANCEL || what === MODIFY) book.cancel(id);
      if (what === CANCEL) return;
      book.enter(id, side[i] as BookSide, price[i]!, quantity[i]!, what === ENTER_IMMEDIATE);
    };
  },
} as const;
