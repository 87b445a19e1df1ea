import { useState } from 'preact/hooks';
import { type Desk, dollarText, quantityText, venueToday } from '../../data/index.ts';
import { Empty, type Node, Panel, Picker, Rows, useLoaded } from '../../parts/index.ts';
import { findClient, saveCsv } from '../../views/index.ts';
import { ROLE_WORDS, type Role } from './schedule.ts';

interface Line {
  readonly securityId: string;
  readonly securityName: string;
  readonly role: Role;
  readonly changes: number;
  readonly fee: string;
}

interface Bill {
  readonly total: string;
  readonly isOver: 'Yes' | 'No';
  readonly lines: readonly Line[];
  /** There are more lines: the file has them all. */
  readonly hasMore: boolean;
}

/** The invoice of a client for a month (X8). */
export function Invoice({ desk }: { readonly desk: Desk }): Node {
  const { operator } = desk.session.capabilities;
  const [client, setClient] = useState('');
  const [month, setMonth] = useState(monthNow());
  const asked = { month, ...(operator ? { clientId: client } : {}) };
  const isAsked = !operator || client !== '';
  const loaded = useLoaded(() => (isAsked ? readBill(desk, asked) : Promise.resolve(undefined)), [client, month]);
  const save = () =>
    saveCsv(desk, `fees-${operator ? `${client}-` : ''}${month}.csv`, { method: 'getFeeInvoice', asked });
  return (
    <Panel title="Invoice" name="fee-invoice">
      <div class="pair">
        {operator ? (
          <Picker label="Client" id="invoice-client" value={client} find={findClient(desk.session)} set={setClient} />
        ) : null}
        <label for="invoice-month">
          Month
          <input
            id="invoice-month"
            type="month"
            value={month}
            max={monthNow()}
            onInput={(event: Event) => setMonth((event.target as HTMLInputElement).value)}
          />
        </label>
      </div>
      {isAsked ? null : <Empty>Choose a client to see what its orders paid.</Empty>}
      {isAsked && loaded.value === undefined ? <Empty>{loaded.failure ?? 'Reading …'}</Empty> : null}
      {loaded.value === undefined ? null : <Shown bill={loaded.value} save={save} />}
    </Panel>
  );
}

async function readBill({ session }: Desk, asked: object): Promise<Bill> {
  const { invoice, nextCursor } = await session.api.call('getFeeInvoice', { ...asked });
  return { ...(invoice as unknown as Omit<Bill, 'hasMore'>), hasMore: nextCursor !== null };
}

interface ShownProps {
  readonly bill: Bill;
  readonly save: () => Promise<void>;
}

function Shown({ bill, save }: ShownProps): Node {
  const { total, isOver, lines, hasMore } = bill;
  if (lines.length === 0) return <Empty>No fees in this month.</Empty>;
  return (
    <>
      <p>
        <strong>{dollarText(total)}</strong> {isOver === 'Yes' ? 'for the whole month' : 'so far: the month goes on'}
      </p>
      <Rows
        label="Invoice"
        rows={lines}
        keyOf={({ securityId, role }) => `${securityId}-${role}`}
        columns={[
          {
            title: 'Security',
            cell: ({ securityId, securityName }) => (
              <>
                {securityName} <small>{securityId}</small>
              </>
            ),
          },
          { title: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
          { title: 'Changes', isNumber: true, cell: ({ changes }) => quantityText(changes) },
          { title: 'Fee', isNumber: true, cell: ({ fee }) => dollarText(fee) },
        ]}
      />
      <div class="buttons">
        <button type="button" onClick={() => void save()}>
          {hasMore ? 'Save all lines as CSV' : 'Save as CSV'}
        </button>
      </div>
    </>
  );
}

/** Of the present, in New York. */
function monthNow(): string {
  return venueToday().slice(0, 7);
}
