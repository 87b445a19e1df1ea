/** A short table by its columns: all rows are drawn. The table of a list is `Table` of the folder table. */
import type { Children, Node } from './node.ts';
import { Scroll } from './parts.tsx';

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
}

/** On telephones each row is a block, in which each value has its title. */
export function Rows<T>({ label, columns, rows, keyOf }: Props<T>): Node {
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
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map(({ title, cell, isNumber = false }) => (
                <td key={title} data-title={title} class={isNumber ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
