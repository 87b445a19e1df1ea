import {
  PAYMENT_STATES,
  type PaymentState,
  type PaymentTrigger,
} from '../../../../src/modules/payments/lifecycle/index.ts';

/** Where each trigger leads from Pending, Submitted, Settled, Returned and Voided; - is a refusal. */
const PAIRS: Readonly<Record<PaymentTrigger, string>> = {
  submit: 'Submitted, -, -, -, -',
  settle: '-, Settled, -, -, -',
  return: '-, Returned, Returned, -, -',
  void: 'Voided, -, -, -, -',
};

export const pairs = (Object.keys(PAIRS) as PaymentTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: PAYMENT_STATES[index] as PaymentState, trigger, to })),
);
