/** What one debit, payment by card or deposit of a client may come to (A36); the operator sets each. */
import type { MethodName } from '../../client/index.ts';
import { type Desk, dollarText, type Fields } from '../../data/index.ts';
import { Empty, Facts, FormButton, type FormField, type Node, Section, useLoaded } from '../../parts/index.ts';

interface Limits {
  readonly debits: 'Yes' | 'No';
  readonly debitMax: string;
  readonly cardMax: string;
  readonly depositMax: string;
}

interface Setting {
  readonly words: string;
  readonly method: MethodName;
  readonly fields: readonly FormField[];
  readonly start: (limits: Limits) => Readonly<Record<string, string>>;
}

const most = (label: string, name = 'amountMax'): FormField => ({ name, label, kind: 'number', required: true });

const SETTINGS: readonly Setting[] = [
  {
    ...{ words: 'Set debits', method: 'updateAchSettings' },
    fields: [
      {
        ...{ name: 'enabled', label: 'Debits are made', kind: 'choice' },
        choices: [
          ['Yes', 'Yes'],
          ['No', 'No'],
        ],
      },
      most('Most of one debit, $', 'singleAmountMax'),
    ],
    start: ({ debits, debitMax }) => ({ enabled: debits, singleAmountMax: debitMax }),
  },
  {
    ...{ words: 'Set payments by card', method: 'setCardLimit', fields: [most('Most of one payment, $')] },
    start: ({ cardMax }) => ({ amountMax: cardMax }),
  },
  {
    ...{ words: 'Set deposits', method: 'setCustodyDepositLimit', fields: [most('Most of one deposit, $')] },
    start: ({ depositMax }) => ({ amountMax: depositMax }),
  },
];

export function PaymentLimits({ desk, clientId }: { readonly desk: Desk; readonly clientId: string }): Node {
  const { session } = desk;
  const loaded = useLoaded(async () => {
    return (await session.api.call('getPaymentLimits', { clientId })).paymentLimits as unknown as Limits;
  }, [clientId]);
  const limits = loaded.value;
  if (limits === undefined)
    return (
      <Section title="Limits of payments">
        <Empty>{loaded.failure ?? 'Reading …'}</Empty>
      </Section>
    );
  const buttons = SETTINGS.filter(({ method }) => session.may(method)).map(({ words, method, fields, start }) => {
    const send = async (values: Fields) => {
      await session.api.call(method, { ...values, clientId });
      desk.say('done', `${words}: ${desk.names.titleOf(clientId)} is set, or waits for a second operator.`);
      loaded.again();
    };
    return (
      <FormButton
        key={method}
        desk={desk}
        words={words}
        title={`${words} of ${desk.names.titleOf(clientId)}`}
        name={`${method}-${clientId}`}
        fields={fields}
        start={start(limits)}
        yes="Set"
        send={send}
      />
    );
  });
  return (
    <Section title="Limits of payments" aside={<div class="buttons">{buttons}</div>}>
      <Facts
        facts={[
          ['Debits of bank accounts', limits.debits === 'Yes' ? `${dollarText(limits.debitMax)} at most` : 'Not made'],
          ['Payments by card', `${dollarText(limits.cardMax)} at most`],
          ['Deposits into custody', `${dollarText(limits.depositMax)} at most`],
        ]}
      />
    </Section>
  );
}
