import type { Field } from '../codec/index.ts';
import { TAG } from './tags.ts';
import { fieldsOf, groupOf } from './values.ts';

/** MiscFeeType (139). */
const EXCHANGE_FEES = '4';
/** Of all prices (V6). */
const USD = 'USD';

/** What an order pays for an execution (X9); below 0 where a bust or a correction gives back. */
export function feeGroup(fee: string, currency = USD): Field[] {
  return groupOf(TAG.NoMiscFees, [
    fieldsOf([TAG.MiscFeeAmt, fee], [TAG.MiscFeeCurr, currency], [TAG.MiscFeeType, EXCHANGE_FEES]),
  ]);
}
