import type { Desk, Fields } from '../../data/index.ts';
import { Form, type FormField, type Node } from '../../parts/index.ts';
import { findAccount, findOffering } from '../../views/index.ts';

const WAYS = [
  ['ACH', 'Debit of the bank account (ACH)'],
  ['WIRE', 'Wire'],
  ['CREDITCARD', 'Card'],
  ['CHECK', 'Check'],
  ['TBD', 'To be decided'],
] as const;

interface Props {
  readonly desk: Desk;
  readonly done: (tradeId: string) => void;
  readonly close: () => void;
}

/** No money is moved by it. */
export function InvestmentForm({ desk, done, close }: Props): Node {
  const fields: readonly FormField[] = [
    { name: 'offeringId', label: 'Offering', kind: 'record', find: findOffering(desk), required: true },
    {
      ...{ name: 'accountId', label: 'Account', kind: 'record', find: findAccount(desk), required: true },
      hint: 'It needs a primary owner.',
    },
    { name: 'transactionUnits', label: 'Units', kind: 'number', required: true },
    { name: 'fees', label: 'Fees, dollars', kind: 'number' },
    { name: 'transactionType', label: 'Pays by', kind: 'choice', choices: WAYS },
  ];
  const send = async (values: Fields) => {
    const { purchaseDetails } = await desk.session.api.call('createTrade', values);
    const [, [made]] = purchaseDetails as [boolean, { tradeId: string }[]];
    desk.say('done', `Investment ${made?.tradeId} is created.`);
    done(String(made?.tradeId ?? ''));
  };
  return (
    <Form
      desk={desk}
      name="investment"
      fields={fields}
      start={{ transactionType: 'ACH' }}
      yes="Invest"
      send={send}
      close={close}
    />
  );
}
