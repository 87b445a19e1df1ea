/** What of the books and the bank does not agree (A27): each with its age, and who looks into it. */
import { type Desk, pathOf, useAddress } from '../../data/index.ts';
import { Named, type Node } from '../../parts/index.ts';
import { type Column, dollars, Table, usePages } from '../../table/index.ts';
import { DIFFERENCE_KINDS, named, useColumns } from '../../views/index.ts';
import { aboutOf, type Difference, idOf, kindWords, selfOf } from './difference.ts';
import { DifferenceRecord } from './record.tsx';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return <DifferenceRecord key={id} desk={desk} id={id} />;
}

const PAGE = 100;

const columnsOf = (desk: Desk): readonly Column<Difference>[] => [
  {
    ...{ id: 'kind', title: 'Difference', width: 120, kind: 'choice', choices: Object.keys(DIFFERENCE_KINDS) },
    value: kindWords,
    below: (one) => aboutOf(one).words,
  },
  { id: 'about', title: 'About', width: 200, isWideOnly: true, value: (one) => aboutOf(one).words },
  { id: 'problem', title: 'Problem', width: 170, isWideOnly: true, value: ({ problem }) => problem },
  { id: 'amount', title: 'Amount', width: 100, ...dollars('amount') },
  named(desk, {
    ...{ id: 'client', title: 'Client', width: 110, isWideOnly: true, value: ({ clientId }: Difference) => clientId },
  }),
  { id: 'age', title: 'Days', width: 56, kind: 'number', value: ({ ageDays }) => ageDays },
  {
    ...named(desk, { id: 'owner', title: 'Owner', width: 120, value: ({ owner }: Difference) => owner }),
    view: ({ owner }) => (owner === null ? '–' : <Named id={owner} />),
    isWideOnly: true,
  },
  { id: 'note', title: 'Note', width: 160, isWideOnly: true, value: ({ note }) => note },
];

/** Which of them, by the name in the address. */
const SHOWN: readonly (readonly [name: string, words: string, asks: (self: string) => object])[] = [
  ['', 'All open', () => ({})],
  ['mine', 'Mine', (owner) => ({ owner })],
  ['free', 'Nobody’s', () => ({ owner: '' })],
  ['done', 'Done', () => ({ done: 'Yes' })],
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { query } = useAddress();
  const show = query.get('show') ?? '';
  const kind = DIFFERENCE_KINDS[query.get('f.kind') ?? ''];
  const [, , asks] = SHOWN.find(([name]) => name === show) ?? SHOWN[0]!;
  const asked = { ...asks(selfOf(desk)), ...(kind === undefined ? {} : { kind }) };
  const pages = usePages<Difference>(
    async (cursor) => {
      const answer = await desk.session.api.call('getDifferences', {
        ...asked,
        limit: PAGE,
        ...(cursor && { cursor }),
      });
      return { rows: answer.differences as Difference[], next: (answer.nextCursor ?? undefined) as string | undefined };
    },
    [JSON.stringify(asked)],
    30_000,
  );
  const columns = useColumns(desk, () => columnsOf(desk));
  const tools = SHOWN.map(([name, words]) => (
    <a
      key={name}
      class="button"
      aria-current={show === name ? 'page' : undefined}
      href={pathOf('differences', '', name === '' ? '' : `show=${name}`)}
    >
      {words}
    </a>
  ));
  return (
    <Table
      name="differences"
      label="Differences"
      {...pages}
      columns={columns}
      opens
      tools={tools}
      idOf={idOf}
      empty="No differences. Each one between the books and the bank appears here until its cause ends."
    />
  );
}
