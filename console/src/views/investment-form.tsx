import type { Desk, Fields } from '../data/index.ts';
import { Form, type FormField, type Node } from '../parts/index.ts';
import { findAccount, findOffering } from './investors.tsx';

/** What a way is called, after the API's word. */
export const WAYS_TO_PAY = [
  ['ACH', 'Debit of the bank account (ACH)'],
  ['WIRE', 'Wire'],
  ['CREDITCARD', 'Card'],
  ['CHECK', 'Check'],
  ['TBD', 'To be decided'],
] as const;

interface Props {
  readonly desk: Desk;
  readonly done: (tradeId: string) => void;
  readonly close?: () => void;
  /** That invests; absent: the reader chooses. */
  readonly accountId?: string;
}

/** No money is moved by it. */
export function InvestmentForm({ desk, accountId, done, close }: Props): Node {
  const account: FormField = {
    ...{ name: 'accountId', label: 'Account', kind: 'record', find: findAccount(desk), required: true },
    hint: 'It needs a primary owner.',
  };
  const fields: readonly FormField[] = [
    { name: 'offeringId', label: 'Offering', kind: 'record', find: findOffering(desk), required: true },
    ...(accountId === undefined ? [account] : []),
    { name: 'transactionUnits', label: 'Units', kind: 'number', required: true },
    { name: 'fees', label: 'Fees, dollars', kind: 'number' },
    { name: 'transactionType', label: 'Pays by', kind: 'choice', choices: WAYS_TO_PAY },
  ];
  const send = async (values: Fields) => {
    const { purchaseDetails } = await desk.session.api.call('createTrade', {
      ...(accountId && { accountId }),
      ...values,
    });
    const [, [made]] = purchaseDetails as [boolean, { tradeId: string }[]];
    desk.say('done', `Investment ${made?.tradeId} is created.`);
    done(String(made?.tradeId ?? ''));
  };
  return (
    <Form
      desk={desk}
      name={`investment${accountId ?? ''}`}
      fields={fields}
      start={{ transactionType: 'ACH' }}
      yes="Invest"
      send={send}
      {...(close && { close })}
    />
  );
}
