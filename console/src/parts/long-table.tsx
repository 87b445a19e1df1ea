/** Tables that change often and may be long: rows are drawn as the reader scrolls to them. */
import { useState } from 'preact/hooks';
import type { Children, Node } from './node.ts';
import { Scroll } from './parts.tsx';

/** Rows that are drawn at first, and with each step. */
const STEP = 20;
/** Pixels below the visible part at which the next rows are drawn. */
const AHEAD_PX = 400;

interface LongTableProps<T> {
  readonly label: string;
  /** The cells of the head. */
  readonly head: Children;
  readonly rows: readonly T[];
  readonly row: (row: T) => Node;
}

/** At the top only the first rows are drawn, however far the reader has scrolled before. */
export function LongTable<T>({ label, head, rows, row }: LongTableProps<T>): Node {
  const [drawn, draw] = useState(STEP);
  const scrolled = (event: Event) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget as HTMLElement;
    if (scrollTop === 0) draw(STEP);
    else if (drawn < rows.length && scrollTop + clientHeight + AHEAD_PX > scrollHeight) draw(drawn + STEP);
  };
  return (
    <Scroll label={label} scrolled={scrolled}>
      <table class="rows" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{rows.slice(0, drawn).map(row)}</tbody>
      </table>
    </Scroll>
  );
}
