/** What other sides do by script (Z7, Z8), with the fields of each. */
import type { Desk } from '../../data/index.ts';
import type { FormField } from '../../parts/index.ts';
import { findOf, type RecordKind } from './script-records.ts';
import { span, WHEN } from './time-fields.tsx';

export const COUNTERPARTY = [
  ['fill', 'fills my order'],
  ['cancel', 'cancels what is left of its orders'],
  ['quote', 'quotes my RFQ order'],
  ['confirmBlock', 'confirms my block'],
  ['declineBlock', 'declines my block'],
  ['settle', 'reports that a trade settled'],
  ['cancelSettlement', 'reports that a trade failed to settle'],
  ['bust', 'has the operator bust a trade'],
] as const;
export type CounterpartyAction = (typeof COUNTERPARTY)[number][0];

export const PROVIDER = [
  ['returnDebit', 'the bank returns a debit'],
  ['correctDebit', 'the bank corrects the account of a debit'],
  ['chargeBack', 'the bank of a card takes a payment back'],
  ['declineSignature', 'a signer declines a document'],
  ['reviewKyc', 'a reviewer decides a check'],
  ['settlePayment', 'a payment settles, comes back or fails'],
] as const;
/** settlePayment is a separate method, done at once (A20). */
export type ProviderAction = (typeof PROVIDER)[number][0];

const WORDS = new Map<string, string>([...COUNTERPARTY, ...PROVIDER]);

export const actionWords = (action: string): string => WORDS.get(action) ?? action;

const choices = (...all: readonly string[]) => all.map((one) => [one, one] as const);
const NONE = ['', '(none)'] as const;

const price: FormField = { name: 'price', label: 'Price, $', kind: 'money', hint: 'Empty: that of the order.' };
const quantity: FormField = { name: 'quantity', label: 'Shares', kind: 'shares', hint: 'Empty: all.' };
const reason: FormField = { name: 'reason', label: 'Reason, shown to you' };

export function counterpartyFields(desk: Desk): (action: CounterpartyAction) => readonly FormField[] {
  const of = recordFields(desk);
  const order = of('orderId', 'Order', 'order');
  const block = of('blockId', 'Block', 'block');
  const match = of('matchId', 'Trade', 'match');
  const own: Readonly<Record<CounterpartyAction, readonly FormField[]>> = {
    fill: [
      ...[order, price, quantity],
      { name: 'parts', label: 'In equal parts', kind: 'number', hint: 'Empty: one.' },
      span('every', 'From one part to the next'),
      {
        ...{ name: 'allOrNone', label: 'Each part trades', kind: 'choice' },
        choices: [
          ['No', 'as it can'],
          ['Yes', 'as a whole or not at all'],
        ],
      },
    ],
    cancel: [order],
    quote: [order, price, quantity],
    confirmBlock: [block],
    declineBlock: [block, reason],
    settle: [match],
    cancelSettlement: [match],
    bust: [match, reason],
  };
  return (action) => [...own[action], ...WHEN];
}

const CHANGED: readonly FormField[] = [
  {
    ...{ name: 'code', label: 'Corrects', kind: 'choice' },
    choices: [
      ['C01', 'C01: the account number'],
      ['C02', 'C02: the routing number'],
      ['C03', 'C03: routing and account number'],
      ['C05', 'C05: the kind of account'],
      ['C06', 'C06: account number and kind'],
      ['C07', 'C07: routing number, account number and kind'],
    ],
  },
  { name: 'routingNumber', label: 'Right routing number', hint: 'Where the code corrects it.' },
  { name: 'accountNumber', label: 'Right account number', isSecret: true, hint: 'Where the code corrects it.' },
  {
    ...{ name: 'accountType', label: 'Right kind of account', kind: 'choice' },
    choices: [NONE, ...choices('Checking', 'Savings')],
  },
];

export function providerFields(desk: Desk): (action: ProviderAction) => readonly FormField[] {
  const of = recordFields(desk);
  const debit = of('refNum', 'Debit', 'debit');
  const own: Readonly<Record<ProviderAction, readonly FormField[]>> = {
    returnDebit: [debit, { name: 'code', label: 'Return code', required: true, hint: 'R01 to R85.' }, ...WHEN],
    correctDebit: [debit, ...CHANGED, ...WHEN],
    chargeBack: [of('refNum', 'Payment by card', 'card'), ...WHEN],
    declineSignature: [of('signatureId', 'Document', 'signature'), reason, ...WHEN],
    reviewKyc: [
      of('requestId', 'Check', 'review'),
      { name: 'type', label: 'Which part', kind: 'choice', choices: choices('KYC', 'AML') },
      {
        ...{ name: 'status', label: 'Outcome', kind: 'choice' },
        choices: choices('Manually Approved', 'Needs More Info', 'Disapproved'),
      },
      ...[reason, ...WHEN],
    ],
    settlePayment: [
      { ...of('tradeId', 'Investment', 'investment'), required: false, hint: 'Its live payment, or its wire.' },
      { ...of('referenceNumber', 'Or deposit into custody', 'deposit'), required: false },
      { ...of('requestId', 'Or disbursement', 'disbursement'), required: false },
      { ...of('refundId', 'Or refund', 'refund'), required: false },
      { name: 'outcome', label: 'Outcome', kind: 'choice', choices: choices('Settled', 'Returned', 'Failed') },
      { name: 'returnCode', label: 'Return code of the bank', hint: 'Empty: R01.' },
    ],
  };
  return (action) => own[action];
}

const recordFields =
  (desk: Desk) =>
  (name: string, label: string, kind: RecordKind): FormField => ({
    ...{ name, label, kind: 'record', find: findOf(desk, kind), required: true },
  });
