/** What the bank said of debits (A17 to A19), and the entries that need a person, with their records. */
import { type Desk, instantOf } from '../../data/index.ts';
import { Empty, type Node, RecordLink, RecordView, Section, useLoaded, When } from '../../parts/index.ts';
import { type Column, Table, usePages } from '../../table/index.ts';

interface Notice {
  readonly fileName: string;
  readonly line: number;
  readonly code: string;
  readonly traceNumber: string;
  readonly RefNum: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly bankRecords: string | null;
  readonly readDate: string;
}

const PAGE = 100;
const SIGNS = new Map([
  ['returned', '✓'],
  ['corrected', '✓'],
]);

/** Of the drawer and the page: the line, then the file, whose name may have any signs. */
const idOf = ({ line, fileName }: Notice) => `${line} ${fileName}`;
const paymentOf = ({ RefNum }: Notice) => RefNum && <RecordLink place="payments" id={RefNum} />;
const outcomeOf = ({ outcome }: Notice) => `${SIGNS.get(outcome) ?? '◌'} ${outcome}`;

const COLUMNS: readonly Column<Notice>[] = [
  { id: 'file', title: 'File', width: 180, value: ({ fileName }) => fileName },
  { id: 'line', title: 'Line', width: 60, kind: 'number', isWideOnly: true, value: ({ line }) => line },
  { id: 'code', title: 'Code', width: 70, kind: 'choice', value: ({ code }) => code || null },
  { id: 'payment', title: 'Payment', width: 100, value: ({ RefNum }) => RefNum, view: paymentOf },
  { id: 'outcome', title: 'Outcome', width: 150, kind: 'choice', value: ({ outcome }) => outcome, view: outcomeOf },
  { id: 'reason', title: 'Reason', width: 300, isWideOnly: true, value: ({ reason }) => reason },
  {
    id: 'read',
    title: 'Read',
    width: 160,
    kind: 'time',
    isWideOnly: true,
    value: ({ readDate }) => instantOf(readDate),
  },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const pages = usePages<Notice>(
    async (from = '0') => {
      const offset = Number(from);
      const { achNotices, totalRecords } = await desk.session.api.call('getAchNotices', { offset, limit: PAGE });
      const rows = achNotices as Notice[];
      const next = offset + rows.length;
      const isLast = rows.length === 0 || next >= Number(totalRecords);
      return { rows, total: Number(totalRecords), next: isLast ? undefined : String(next) };
    },
    [],
    30_000,
  );
  return (
    <Table
      name="bank-notices"
      label="Bank notices"
      {...pages}
      columns={COLUMNS}
      opens
      idOf={idOf}
      empty="No notices. Returns and corrections of the bank appear here once their file was read."
    />
  );
}

/** A notice, with what the bank wrote where nobody followed it. */
export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { value, failure } = useLoaded(async () => {
    const [line, ...name] = id.split(' ');
    const asked = { fileName: name.join(' '), line: Number(line) };
    const [notice] = (await desk.session.api.call('getAchNotices', asked)).achNotices as Notice[];
    if (notice === undefined) throw new Error(`There is no notice ${id}.`);
    return notice;
  }, [id]);
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  return (
    <RecordView
      title={`Bank notice ${value.code}`.trim()}
      about={value.reason ?? undefined}
      state={<strong>{outcomeOf(value)}</strong>}
      facts={[
        ['Payment', paymentOf(value)],
        ['Trace number', value.traceNumber],
        ['File', value.fileName],
        ['Line', value.line],
        ['Read', <When at={instantOf(value.readDate)} />],
      ]}
    >
      {value.bankRecords === null ? null : (
        <Section title="Records of the bank">
          <pre tabindex={0}>{value.bankRecords}</pre>
        </Section>
      )}
    </RecordView>
  );
}
