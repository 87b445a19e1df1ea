/** Open decisions of the reader, by kind, with the age of the oldest. */
import { type Desk, NEEDS_MAX, type Need, pathOf, quantityText, useTopic } from '../../data/index.ts';
import { Empty, type Node, Panel, Scroll } from '../../parts/index.ts';
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
        <Scroll label="What needs you">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col" class="number">
                  Waiting
                </th>
                <th scope="col">Oldest waits</th>
                <th scope="col">First</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(([kind, waiting]) => (
                <Kind key={kind} kind={kind} waiting={waiting} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}

function Kind({ kind, waiting }: { readonly kind: string; readonly waiting: readonly Need[] }): Node {
  const [first] = waiting.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity)) as [Need];
  const path = first.place === '' ? pathOf('approvals', first.id) : pathOf(first.place, first.record);
  const query = new URLSearchParams({ 'f.kind': kind }).toString();
  return (
    <tr>
      <th scope="row">
        <a href={pathOf('approvals', '', query)}>{kind}</a>
      </th>
      <td class="number" data-title="Waiting">
        {quantityText(waiting.length)}
        {waiting.length >= NEEDS_MAX ? '+' : ''}
      </td>
      <td data-title="Oldest waits">{first.at === null ? 'not known' : <Age since={first.at} />}</td>
      <td data-title="First">
        <a href={path}>{first.what}</a>
      </td>
    </tr>
  );
}
