/** Outcomes that nicknames of bank accounts simulate outside production (A12). */
import type { Db } from '../../../database/schema/index.ts';
import { returnText } from '../../../providers/bank/index.ts';
import type { RecordOf } from '../../shared/record/index.ts';
import type { InstrumentRail, MovedPayment, PaymentTable, PaymentTrigger } from '../lifecycle/index.ts';
import type { AchSettings } from './accounts/index.ts';

interface Outcome {
  readonly trigger: 'settle' | 'return';
  readonly errors: string | null;
}

/** The outcome that a nickname simulates; undefined: the debit waits for the batch. */
export function simulatedOutcome(ach: AchSettings, nickname: string): Outcome | undefined {
  if (!ach.isSandbox) return undefined;
  const result = /^Test ACH (Settled|R[0-9]{2})$/.exec(nickname)?.[1];
  if (result === 'Settled') return { trigger: 'settle', errors: null };
  return result !== undefined && ach.simulatedReturns.has(result)
    ? { trigger: 'return', errors: returnText(result) }
    : undefined;
}

/** Submits a new payment and ends it, with the webhooks of each step; nothing goes to a bank. */
export async function simulate<T extends PaymentTable, Trigger extends string>(
  rail: InstrumentRail<T, Trigger | PaymentTrigger>,
  db: Db,
  { payment, outcome }: { readonly payment: RecordOf<T>; readonly outcome: Outcome | undefined },
  nowUs: number,
): Promise<MovedPayment<T>> {
  if (outcome === undefined) return { payment, webhooks: [] };
  const submitted = await rail.step(db, { payment }, 'submit', { nowUs });
  const details = { nowUs, errors: outcome.errors, isSimulated: true };
  const ended = await rail.step(db, { payment: submitted.payment }, outcome.trigger, details);
  return { payment: ended.payment, webhooks: [...submitted.webhooks, ...ended.webhooks] };
}
