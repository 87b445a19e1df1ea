/** Outcomes that nicknames of bank accounts simulate outside production (A12). */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { AchFundMoveRow } from '../../../database/tables/ach.ts';
import { returnText } from '../../../providers/bank/index.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import type { AchMeans } from './accounts/index.ts';
import type { FundTrigger } from './fund-move-lifecycle.ts';
import { moveFunds } from './fund-move-records.ts';
import { movedWebhooks } from './fund-move-webhooks.ts';

interface Outcome {
  readonly trigger: FundTrigger;
  readonly errors: string | null;
}

/** What a nickname stands for; undefined: the debit waits for the batch. */
export function simulatedOutcome(ach: AchMeans, nickname: string): Outcome | undefined {
  if (!ach.isSandbox) return undefined;
  const result = /^Test ACH (Settled|R[0-9]{2})$/.exec(nickname)?.[1];
  if (result === 'Settled') return { trigger: 'settle', errors: null };
  return result !== undefined && ach.simulatedReturns.has(result)
    ? { trigger: 'return', errors: returnText(result) }
    : undefined;
}

export interface Simulated {
  readonly row: AchFundMoveRow;
  readonly webhooks: readonly TradeWebhook[];
}

/** Submits the debit and ends it, with a webhook for each step; nothing goes to a bank. */
export async function simulate(
  db: Kysely<Schema>,
  move: AchFundMoveRow,
  outcome: Outcome,
  nowUs: number,
): Promise<Simulated> {
  const submitted = await moveFunds(db, move, 'submit', { nowUs });
  const ended = await moveFunds(db, submitted.row, outcome.trigger, { nowUs, errors: outcome.errors });
  return { row: ended.row, webhooks: [...movedWebhooks(submitted), ...movedWebhooks(ended)] };
}
