/** Batches of debits for the bank (A13 to A15): those that were made. */
import { type Desk, dollarText, type Fields, instantOf, pathOf, quantityText } from '../../data/index.ts';
import { Empty, type Node, placeholder, RecordView, Section, useLoaded, When } from '../../parts/index.ts';
import { type Column, summedDollars, Table, usePages } from '../../table/index.ts';

interface Batch {
  readonly batchDay: string;
  readonly entries: number;
  readonly totalAmount: string;
  readonly madeDate: string | null;
}

const PAGE = 100;

const COLUMNS: readonly Column<Batch>[] = [
  { id: 'day', title: 'Day', width: 100, value: ({ batchDay }) => batchDay },
  { id: 'debits', title: 'Debits', width: 70, kind: 'number', value: ({ entries }) => entries },
  { id: 'amount', title: 'Amount', width: 110, ...summedDollars('totalAmount') },
  {
    ...{ id: 'made', title: 'Made', width: 160, kind: 'time', isWideOnly: true },
    value: ({ madeDate }) => (madeDate === null ? null : instantOf(madeDate)),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const pages = usePages<Batch>(
    async (from = '0') => {
      const offset = Number(from);
      const { achBatches, totalRecords } = await desk.session.api.call('getAchBatches', { offset, limit: PAGE });
      const rows = achBatches as Batch[];
      const next = offset + rows.length;
      const isLast = rows.length === 0 || next >= Number(totalRecords);
      return { rows, total: Number(totalRecords), next: isLast ? undefined : String(next) };
    },
    [],
    30_000,
  );
  const tools = desk.session.may('getPayments') ? (
    <a class="button" href={pathOf('payments', 'next-batch')}>
      Next batch
    </a>
  ) : null;
  return (
    <Table
      name="batches"
      label="Batches"
      {...pages}
      columns={COLUMNS}
      opens
      tools={tools}
      idOf={({ batchDay }: Batch) => batchDay}
      empty="No batches. One is made at 18:00 Eastern of each bank business day."
    />
  );
}

/** The files of a batch, and whether each was written. */
export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value, failure } = useLoaded(async () => {
    const { achBatches } = await session.api.call('getAchBatches', { batchDay: id });
    const [batch] = achBatches as Batch[];
    if (batch === undefined) throw new Error(`There is no batch of ${id}.`);
    return batch;
  }, [id]);
  const files = useLoaded(async () => {
    if (!session.may('getAchFiles')) return [];
    return (await session.api.call('getAchFiles', { batchDay: id })).achFiles as Fields[];
  }, [id]);
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const made = value.madeDate === null ? '' : <When at={instantOf(value.madeDate)} />;
  const links = (
    <>
      <a class="button" href={pathOf('payments', '', `f.batch=${id}`)}>
        Payments
      </a>
      <a class="button" href={pathOf('reconciliation', id)}>
        Reconciliation
      </a>
    </>
  );
  return (
    <RecordView
      title={`Batch of ${id}`}
      actions={links}
      state={<strong>{made === '' ? '◌ Being made' : '✓ Made'}</strong>}
      facts={[
        ['Debits', quantityText(value.entries)],
        ['Amount', dollarText(value.totalAmount)],
        ['Made', made],
      ]}
    >
      <Section title="Files">
        {placeholder(files, 'No files: nothing was to be sent.') ?? (
          <ul class="plain-list flush">
            {files.value?.map(({ fileName, entries, writtenDate }) => (
              <li key={fileName}>
                {fileName}{' '}
                <small>
                  {entries} debits,{' '}
                  {writtenDate === null ? 'not written yet' : <When at={instantOf(String(writtenDate))} />}
                </small>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </RecordView>
  );
}
