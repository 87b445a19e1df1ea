/** What the payments of a day came to, by rail, against the record of its batch (A22). */
import { type Desk, dollarText, type Fields, go, pathOf, quantityText, sumText, venueToday } from '../../data/index.ts';
import { Empty, type Node, Panel, Rows, type RowsColumn, useLoaded } from '../../parts/index.ts';
import { differenceWords, RAILS } from '../../views/index.ts';

interface Sum {
  readonly payments: number;
  readonly amount: string;
}

const PARTS = ['expected', 'settled', 'returned', 'underWay'] as const;
type Part = (typeof PARTS)[number];
type Rail = { readonly rail: string } & Readonly<Record<Part, Sum>>;

const WORDS: Readonly<Record<Part, string>> = {
  ...{ expected: 'Expected', settled: '✓ Settled', returned: '↶ Returned', underWay: '→ Under way' },
};

/** Of the day in the address; today's without one. */
export function Place({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const day = id === '' ? venueToday() : id;
  const set = (event: Event) => go(pathOf('reconciliation', (event.target as HTMLInputElement).value));
  const days = (step: number) => {
    const at = new Date(`${day}T12:00:00Z`);
    at.setUTCDate(at.getUTCDate() + step);
    return pathOf('reconciliation', at.toISOString().slice(0, 10));
  };
  return (
    <>
      <div class="place-tools">
        <label for="reconciled-day">Day</label>
        <input id="reconciled-day" type="date" required value={day} onChange={set} />
        <a class="button" href={days(-1)}>
          ‹ Day before
        </a>
        <a class="button" href={days(1)}>
          Day after ›
        </a>
      </div>
      <Day key={day} desk={desk} day={day} />
    </>
  );
}

function Day({ desk, day }: { readonly desk: Desk; readonly day: string }): Node {
  const { value, failure } = useLoaded(() => desk.session.api.call('getReconciliation', { day }), [day], 30_000);
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const rails = value.rails as Rail[];
  const batch = value.batch as { recorded: Sum; found: Sum; agrees: string } | null;
  const differences = (value.differences ?? null) as readonly Open[] | null;
  return (
    <div class="panels">
      <Panel title="By rail" name="rails" wide>
        <Sums rails={rails} day={day} />
      </Panel>
      {desk.session.capabilities.operator ? <Batch day={day} batch={batch} /> : null}
      {differences === null ? null : <Differences differences={differences} />}
    </div>
  );
}

function totalOf(rails: readonly Rail[], part: Part): Sum {
  const payments = rails.reduce((sum, rail) => sum + rail[part].payments, 0);
  return { payments, amount: sumText(rails.map((rail) => rail[part].amount)) };
}

function Sums({ rails, day }: { readonly rails: readonly Rail[]; readonly day: string }): Node {
  const total: Fields = Object.fromEntries(PARTS.map((part) => [part, totalOf(rails, part)]));
  const sums = total as Record<Part, Sum>;
  const { expected, settled, returned, underWay } = sums;
  const outcome = sumText([settled.amount, returned.amount, underWay.amount]);
  const agrees = outcome === expected.amount;
  const columns = PARTS.map(
    (part): RowsColumn<Rail> => ({
      ...{ title: WORDS[part], isNumber: true },
      cell: ({ [part]: { amount, payments } }) => (
        <>
          {dollarText(amount)}
          <small class="below">{quantityText(payments)}</small>
        </>
      ),
    }),
  );
  if (expected.payments === 0) return <Empty>Nothing went out on {day}.</Empty>;
  return (
    <>
      <Rows
        label="Payments by rail"
        rows={[...rails, { rail: '', ...sums }]}
        keyOf={({ rail }) => rail}
        columns={[
          {
            title: 'Rail',
            cell: ({ rail }) =>
              rail === '' ? 'All rails' : <a href={pathOf('payments', '', `f.by=${rail}`)}>{RAILS[rail]}</a>,
          },
          ...columns,
        ]}
      />
      <p role="status">
        {agrees ? '✓ The sums agree' : '✕ The sums do not agree'}:{` ${dollarText(expected.amount)}`} expected,
        {` ${dollarText(outcome)}`} settled, returned or under way.
      </p>
    </>
  );
}

interface BatchProps {
  readonly day: string;
  readonly batch: { readonly recorded: Sum; readonly found: Sum; readonly agrees: string } | null;
}

function Batch({ day, batch }: BatchProps): Node {
  if (batch === null)
    return (
      <Panel title="Batch" name="batch" wide>
        <Empty>No batch was made for {day}.</Empty>
      </Panel>
    );
  const words = ({ payments, amount }: Sum) => `${dollarText(amount)} in ${quantityText(payments)} payments`;
  const aside = <a href={pathOf('batches', day)}>Batch of {day}</a>;
  return (
    <Panel title="Batch" name="batch" wide aside={aside}>
      <p role="status">
        {batch.agrees === 'Yes'
          ? `✓ The batch agrees with its payments: ${words(batch.recorded)}.`
          : `✕ The batch recorded ${words(batch.recorded)}; its payments are ${words(batch.found)}.`}
      </p>
    </Panel>
  );
}

interface Open {
  readonly kind: string;
  readonly open: number;
}

/** How many are open now, of every day. */
function Differences({ differences }: { readonly differences: readonly Open[] }): Node {
  const aside = <a href={pathOf('differences')}>All differences</a>;
  return (
    <Panel title="Differences now" name="differences" wide aside={aside}>
      {differences.length === 0 ? (
        <p role="status">✓ The books and the bank agree.</p>
      ) : (
        <ul class="plain-list">
          {differences.map(({ kind, open }) => (
            <li key={kind}>
              <a href={pathOf('differences', '', new URLSearchParams({ 'f.kind': differenceWords(kind) }).toString())}>
                {differenceWords(kind)}: {quantityText(open)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
