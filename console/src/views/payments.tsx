/** Payments of every rail (A21), as the places of money and of investments have them. */
import { type Desk, dollarText, type Fields, instantOf } from '../data/index.ts';
import { type Node, placeholder, RecordLink, Rows, Section, useLoaded, When } from '../parts/index.ts';

export interface Payment {
  /** Of its page: ACH-1000001. */
  readonly id: string;
  readonly rail: string;
  readonly referenceNumber: string;
  readonly accountId: string;
  readonly tradeId: string | null;
  readonly amount: string;
  readonly status: string;
  readonly approvalStatus: string;
  readonly errors: string | null;
  readonly batchDay: string | null;
  readonly traceNumber: string | null;
  readonly created: number;
  /** NaN: it has not changed. */
  readonly updated: number;
  /** For a master key; otherwise empty. */
  readonly clientId: string;
}

export function paymentOf(fields: Fields): Payment {
  const { rail, referenceNumber, createdDate, updatedDate, clientId } = fields as Record<string, string>;
  return {
    ...(fields as unknown as Payment),
    ...{ id: `${rail}-${referenceNumber}`, clientId: clientId ?? '' },
    ...{ created: instantOf(createdDate ?? ''), updated: instantOf(updatedDate ?? '') },
  };
}

export const RAILS: Readonly<Record<string, string>> = { ACH: 'Debit (ACH)', CARD: 'Card', CUSTODY: 'Custody deposit' };

const SIGNS: Readonly<Record<string, string>> = { Pending: '◌', Submitted: '→', Settled: '✓', Returned: '↶' };

export const paymentState = ({ status }: Payment): string => `${SIGNS[status] ?? '✕'} ${status}`;

interface ListProps {
  readonly desk: Desk;
  /** Of getPayments: which ones. */
  readonly of: Fields;
  readonly title?: string;
}

/** Payments of an investment or an account, newest first. */
export function PaymentList({ desk, of, title = 'Payments' }: ListProps): Node | null {
  const may = desk.session.may('getPayments');
  const loaded = useLoaded(
    async () => (may ? ((await desk.session.api.call('getPayments', of)).payments as Fields[]) : []),
    [JSON.stringify(of)],
    15_000,
  );
  if (!may) return null;
  return (
    <Section title={title}>
      {placeholder(loaded, 'None yet. A debit, a payment by card or a deposit appears here.') ?? (
        <Rows
          label="Payments"
          rows={(loaded.value ?? []).map(paymentOf)}
          keyOf={(one) => one.id}
          columns={[
            { title: 'Payment', cell: (one) => <RecordLink place="payments" id={one.id} /> },
            { title: 'By', cell: (one) => RAILS[one.rail] },
            { title: 'Amount', isNumber: true, cell: (one) => dollarText(one.amount) },
            { title: 'State', cell: (one) => paymentState(one) },
            { title: 'Created, New York', cell: (one) => <When at={one.created} /> },
          ]}
        />
      )}
    </Section>
  );
}
