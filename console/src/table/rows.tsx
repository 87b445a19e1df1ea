/** A row of a table, and its last one with the sums. */
import { address, openDrawer, pathOf } from '../data/index.ts';
import { memo } from '../parts/index.ts';
import { type Column, textOf } from './column.ts';

interface RowProps<T> {
  readonly row: T;
  readonly id: string;
  /** Ids of columns that flash. */
  readonly changed: string;
  /** Its place among the rows that are shown. */
  readonly at: number;
  readonly drawn: readonly Column<T>[];
  readonly opens: boolean;
  readonly isWide: boolean;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Its record is shown next to the list. */
  readonly isOpened: boolean;
  readonly activate: (at: number) => void;
  readonly toggle: ((id: string) => void) | undefined;
}

export const Row = memo((props: RowProps<unknown>) => {
  const { row, id, changed, at, drawn, opens, isWide, isActive, isChosen, isOpened, activate, toggle } = props;
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && opens) openDrawer(id);
    else if (event.key === ' ' && toggle !== undefined) toggle(id);
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent) => {
    activate(at);
    const isControl = (event.target as Element).closest('a, button, input, label, select') !== null;
    if (opens && !isControl && getSelection()?.isCollapsed !== false) openDrawer(id);
  };
  return (
    <tr
      tabindex={isActive ? 0 : -1}
      data-row={at}
      aria-rowindex={at + 2}
      class={`${opens ? 'opens' : ''} ${isOpened || isChosen ? 'selected' : ''}`}
      onClick={click}
      onKeyDown={press}
    >
      {toggle === undefined ? null : (
        <td>
          <input type="checkbox" aria-label={`Select ${id}`} checked={isChosen} onChange={() => toggle(id)} />
        </td>
      )}
      {drawn.map((column, index) => {
        const view = column.view?.(row) ?? textOf(column, row);
        const title = typeof view === 'string' ? view : textOf(column, row);
        const flash = changed.split(',').includes(column.id) ? 'flash ' : '';
        const kind = flash + (column.kind === 'number' ? 'number' : '');
        return (
          <td key={column.id} class={opens && index === 0 ? `${kind} way-in` : kind} title={title}>
            {opens && index === 0 ? (
              <a href={pathOf(address().place, id)} data-drawer={id} tabindex={isActive ? 0 : -1}>
                {view}
              </a>
            ) : (
              view
            )}
            {isWide || column.below === undefined ? null : <small class="below">{column.below(row)}</small>}
          </td>
        );
      })}
    </tr>
  );
});

interface SumsProps<T> {
  readonly drawn: readonly Column<T>[];
  readonly shown: readonly T[];
  readonly hasChoice: boolean;
}

export const Sums = memo(({ drawn, shown, hasChoice }: SumsProps<unknown>) => {
  if (!drawn.some(({ sum }) => sum !== undefined)) return null;
  return (
    <tfoot>
      <tr>
        {hasChoice ? <td></td> : null}
        {drawn.map(({ id, sum, kind }) => (
          <td key={id} class={kind === 'number' ? 'number' : ''}>
            {sum?.(shown) ?? ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
});
