/** A short table by its columns: all rows are drawn. The table of a list is `Table` of the folder table. */
import type { Children, Node } from './node.ts';
import { ActionsHead, Scroll } from './parts.tsx';

export interface RowsColumn<T> {
  readonly title: string;
  readonly cell: (row: T) => Children;
  readonly isNumber?: boolean;
}

interface Props<T> {
  readonly label: string;
  /** The first one names the row. */
  readonly columns: readonly RowsColumn<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string | number;
  /** Buttons at the end of a row. */
  readonly actions?: (row: T) => Children;
  readonly isChosen?: (row: T) => boolean;
}

/** On telephones each row is a block, in which each value has its title. */
export function Rows<T>({ label, columns, rows, keyOf, actions, isChosen }: Props<T>): Node {
  const [first, ...others] = columns;
  return (
    <Scroll label={label}>
      <table class="stacked">
        <thead>
          <tr>
            {columns.map(({ title, isNumber = false }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
            {actions === undefined ? null : <ActionsHead />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} class={isChosen?.(row) ? 'selected' : ''}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ title, cell, isNumber = false }) => (
                <td key={title} data-title={title} class={isNumber ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
              {actions === undefined ? null : <td class="actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
