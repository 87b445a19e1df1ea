import type { Db } from '../../../database/schema/index.ts';
import type { Changes, Lifecycle, RecordKind, RecordOf, Secrets } from '../../shared/record/index.ts';
import type { RailLimits, TradeWebhook } from '../../trades/index.ts';
import type { PaymentTrigger } from './payment-lifecycle.ts';

export type PaymentTable = 'ach_fund_moves' | 'card_fund_moves' | 'custody_fund_moves';

/** A way to pay: how its payments are stored, and in what they differ from those of the others. */
export interface Instrument<T extends PaymentTable, Trigger extends string = PaymentTrigger> {
  /** The table, its id and the refusal of an unknown payment. */
  readonly kind: RecordKind<T>;
  readonly state: keyof RecordOf<T> & ('fund_status' | 'status');
  readonly approval: keyof RecordOf<T> & ('transaction_status' | 'approval_status');
  readonly lifecycle: Lifecycle<string, Trigger>;
  /** `errors` of a payment without any. */
  readonly noErrors: '' | null;
  /** Further columns that a step changes; before those that the caller names. */
  readonly changes?: (trigger: Trigger, nowUs: number) => Changes<T>;
  /** Webhooks of the step itself; those of the trade follow. `secrets`: for what the payment has sealed. */
  readonly webhooks: (payment: RecordOf<T>, trigger: Trigger, secrets?: Secrets) => readonly TradeWebhook[];
  /** What the rail asks of a payment besides what all rails ask (T14). */
  readonly limits: RailLimits;
  /** What has arrived with a settled payment, and what a Pending one is of; in millionths. */
  readonly received: (payment: RecordOf<T>) => bigint;
  /** Called after each step, in its transaction. */
  readonly afterStep?: (transaction: Db, payment: RecordOf<T>, nowUs: number) => Promise<void>;
}
