/** Open decisions of the reader, by kind, with the age of the oldest. */
import { type Desk, NEEDS_MAX, type Need, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { Empty, type Node, Panel, Rows } from '../../parts/index.ts';
import { Age } from './figure.tsx';

export function Queues({ desk }: { readonly desk: Desk }): Node {
  const { needs } = desk;
  useTopic(needs.changed);
  const { all, failure } = needs;
  const kinds = Object.entries(Object.groupBy(all ?? [], ({ kind }) => kind)) as [string, readonly Need[]][];
  const aside = <a href={pathOf('approvals')}>All that needs you</a>;
  return (
    <Panel title="Needs you" name="queues" wide aside={aside}>
      {failure === undefined ? null : (
        <p class="failed" role="alert">
          {failure}
        </p>
      )}
      {kinds.length === 0 ? (
        <Empty>{all === undefined ? 'Reading …' : '✓ Nothing needs you.'}</Empty>
      ) : (
        <Rows
          label="What needs you"
          rows={kinds.map(([kind, waiting]) => ({ kind, waiting, first: oldestOf(waiting) }))}
          keyOf={({ kind }) => kind}
          columns={[
            {
              title: 'Kind',
              cell: ({ kind }) => (
                <a href={pathOf('approvals', '', new URLSearchParams({ 'f.kind': kind }).toString())}>{kind}</a>
              ),
            },
            {
              title: 'Waiting',
              isNumber: true,
              cell: ({ waiting }) => quantityText(waiting.length) + (waiting.length >= NEEDS_MAX ? '+' : ''),
            },
            {
              title: 'Oldest waits',
              cell: ({ first }) => (first.at === null ? 'not known' : <Age since={first.at} />),
            },
            { title: 'First', cell: ({ first }) => <a href={addressOf(first)}>{first.what}</a> },
          ]}
        />
      )}
    </Panel>
  );
}

const oldestOf = (waiting: readonly Need[]): Need =>
  waiting.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))[0] as Need;

const addressOf = ({ place, id, record }: Need): string =>
  place === '' ? pathOf('approvals', id) : pathOf(place, record);
