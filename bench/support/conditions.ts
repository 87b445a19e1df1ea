import { ALL_OR_NONE, MINIMUM, NONE } from '../../src/matching/index.ts';
import { seededRandom } from './random.ts';
import { ENTER, ENTER_IMMEDIATE, MODIFY, type ScenarioFlow } from './scenario-flow.ts';

/** The conditions of the orders of a flow, in columns, one for each message. */
export interface Conditions {
  readonly contingency: Uint8Array;
  /** Shares; 0 unless the contingency is MINIMUM. */
  readonly minimum: Int32Array;
}

/**
 * Gives a share of the orders a condition: half of them are all-or-none, the others want a minimum between one share
 * and all. An order keeps its condition when it is modified.
 */
export function conditionsOf(flow: ScenarioFlow, share: number, seed: number): Conditions {
  const random = seededRandom(seed);
  const { messages, kind, orderNumber, quantity } = flow;
  const contingency = new Uint8Array(messages).fill(NONE);
  const minimum = new Int32Array(messages);
  /** By the number of the order: the message with which it came. */
  const entered = new Int32Array(messages + 1);
  for (let i = 0; i < messages; i++) {
    if (kind[i] === ENTER || kind[i] === ENTER_IMMEDIATE) {
      entered[orderNumber[i]!] = i;
      if (random() >= share) continue;
      contingency[i] = random() < 0.5 ? ALL_OR_NONE : MINIMUM;
      if (contingency[i] === MINIMUM) minimum[i] = 1 + Math.floor(random() * quantity[i]!);
    } else if (kind[i] === MODIFY) {
      contingency[i] = contingency[entered[orderNumber[i]!]!]!;
      minimum[i] = minimum[entered[orderNumber[i]!]!]!;
    }
  }
  return { contingency, minimum };
}
