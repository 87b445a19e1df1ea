/** The two books that flows of orders go to (scenario-flow.ts), message by message. */
import { type BookSide, Engine, NONE } from '../../src/matching/index.ts';
import { PlainBook } from './plain-book.ts';
import { ReportSum } from './report-sum.ts';
import { CANCEL, ENTER_IMMEDIATE, REPLACE, type ScenarioFlow } from './scenario-flow.ts';

/** Sends one message of the flow. */
export type Apply = (message: number) => void;

type Ids = (flow: ScenarioFlow) => Float64Array;

const counted: Ids = (flow) => Float64Array.from(flow.orderNumber.subarray(0, flow.messages));

export const BOOKS = {
  openats: (flow: ScenarioFlow, told = new ReportSum(), ids = counted(flow)): Apply => {
    const { kind, side, price, quantity } = flow;
    const engine = new Engine(told);
    engine.addBook(1, true);
    return (i) => {
      const what = kind[i]!;
      if (what === CANCEL) engine.cancel(ids[i]!);
      else if (what === REPLACE) engine.replace(ids[i]!, price[i]!, quantity[i]!, NONE, 0);
      else {
        const immediate = what === ENTER_IMMEDIATE;
        engine.enter(1, ids[i]!, side[i] as BookSide, price[i]!, quantity[i]!, NONE, 0, immediate, true);
      }
    };
  },
  plain: (flow: ScenarioFlow, told = new ReportSum(), ids = counted(flow)): Apply => {
    const { kind, side, price, quantity } = flow;
    const book = new PlainBook(told);
    return (i) => {
      const what = kind[i]!;
      if (what === CANCEL) book.cancel(ids[i]!);
      else if (what === REPLACE) book.replace(ids[i]!, price[i]!, quantity[i]!);
      else book.enter(ids[i]!, side[i] as BookSide, price[i]!, quantity[i]!, what === ENTER_IMMEDIATE);
    };
  },
} as const;
