/** Payments of every rail (A21), as the places of money and of investments have them. */
import { type Desk, dollarText, type Fields, instantOf } from '../data/index.ts';
import { type Node, placeholder, RecordLink, Scroll, Section, useLoaded, When } from '../parts/index.ts';

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
        <Scroll label="Payments">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Payment</th>
                <th scope="col">By</th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col">State</th>
                <th scope="col">Created</th>
              </tr>
            </thead>
            <tbody>
              {loaded.value?.map(paymentOf).map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <RecordLink place="payments" id={one.id} />
                  </th>
                  <td data-title="By">{RAILS[one.rail]}</td>
                  <td class="number" data-title="Amount">
                    {dollarText(one.amount)}
                  </td>
                  <td data-title="State">{paymentState(one)}</td>
                  <td data-title="Created">
                    <When at={one.created} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Section>
  );
}
