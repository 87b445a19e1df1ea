/** A table with its toolbar. Its state is in the address, so that a link shows the same rows. */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { address, useAddress } from '../data/index.ts';
import type { Children, Node } from '../parts/index.ts';
import { type Column, type Selected, textOf, titleOf } from './column.ts';
import { Row, Sums } from './rows.tsx';
import { useMore, useScrollWindow } from './scroll-window.ts';
import { isDenseOf, shownColumns, shownRows, sortBy, type TableState, tableState } from './state.ts';
import { Toolbar } from './toolbar.tsx';
import { useWidths } from './widths.ts';

interface TableProps<T> {
  /** In the reader's preferences, and of the file. */
  readonly name: string;
  readonly label: string;
  readonly rows: readonly T[] | undefined;
  /** Further ones that the venue found of the text that is searched for. */
  readonly found?: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  /** Rows open the record with their id next to the list. */
  readonly opens?: boolean;
  /** Actions on selected rows; absent: none can be selected. */
  readonly selected?: readonly Selected<T>[] | undefined;
  /** What will be here, and how to make the first one. */
  readonly empty: Children;
  readonly failure?: string | undefined;
  readonly more?: (() => void) | undefined;
  readonly total?: number | undefined;
  /** What all rows of the venue sum up to, also those that are not here. */
  readonly sumsText?: string | undefined;
  /** Why the rows may be old. */
  readonly stale?: string | undefined;
  /** Buttons above the table, such as the one that makes a new record. */
  readonly tools?: Children;
}

/** Columns for wide tables are shown from this width on, in pixels. */
const WIDE = 720;
/** Narrower ones, on telephones, have no room to select rows. */
const NARROW = 480;
const ROW = { wide: 36, dense: 28, twoLines: 64 };
const CHOICE_WIDTH = '36px';
const GAP = 12;
const EDGES = 20;

export function Table<T>(props: TableProps<T>): Node {
  const { name, columns, idOf, empty, failure, more, total, stale } = props;
  const rows = useMemo(() => joined(props.rows, props.found ?? [], idOf), [props.rows, props.found]);
  const { query } = useAddress();
  const [, drawAgain] = useState(0);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const state = useMemo(() => tableState(query), [query.toString()]);
  const shown = useMemo(() => shownRows(rows ?? [], columns, state), [rows, columns, state]);
  const picked = shown.filter((row) => chosen.has(idOf(row)));
  return (
    <div class={`table-place ${stale === undefined ? '' : 'stale'}`}>
      <Toolbar
        name={name}
        columns={columns}
        state={state}
        all={rows ?? []}
        total={total}
        more={more}
        rows={shown}
        isRead={rows !== undefined}
        drawAgain={() => drawAgain((count) => count + 1)}
        tools={props.tools}
      />
      {stale === undefined ? null : (
        <p class="stale-note" role="status">
          {stale}
        </p>
      )}
      {failure === undefined ? null : (
        <p class="failed" role="alert">
          {failure}
        </p>
      )}
      {picked.length === 0 ? null : <Bulk picked={picked} actions={props.selected ?? []} choose={choose} />}
      {shown.length === 0 ? (
        <div class="empty">
          {rows === undefined
            ? failure === undefined
              ? 'Reading …'
              : null
            : rows.length === 0 && state.filters.size === 0 && state.search === ''
              ? empty
              : 'No row is like that. Change the filters or the search.'}
        </div>
      ) : (
        <Grid {...props} rows={rows} state={state} shown={shown} chosen={chosen} choose={choose} />
      )}
      {props.sumsText ? <p class="table-sums">{props.sumsText}.</p> : null}
    </div>
  );
}

/** Each row once. */
function joined<T>(rows: readonly T[] | undefined, found: readonly T[], idOf: (row: T) => string) {
  if (rows === undefined || found.length === 0) return rows;
  return [...new Map([...rows, ...found].map((row) => [idOf(row), row])).values()];
}

interface BulkProps<T> {
  readonly picked: readonly T[];
  readonly actions: readonly Selected<T>[];
  readonly choose: (ids: ReadonlySet<string>) => void;
}

function Bulk<T>({ picked, actions, choose }: BulkProps<T>): Node {
  return (
    <div class="bulk" role="group" aria-label="Selected rows">
      <strong>{picked.length} selected</strong>
      {actions.map(({ words, isDanger = false, does }) => (
        <button key={words} type="button" class={isDanger ? 'danger' : ''} onClick={() => does(picked)}>
          {words}
        </button>
      ))}
      <button type="button" class="plain" onClick={() => choose(new Set())}>
        Clear
      </button>
    </div>
  );
}

interface GridProps<T> extends TableProps<T> {
  readonly state: TableState;
  readonly shown: readonly T[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
}

function Grid<T>(props: GridProps<T>): Node {
  const { name, label, rows: all, columns, state, shown, idOf, chosen, choose, selected, more } = props;
  const seen = useScrollWindow(shown.length, (width) => rowHeightOf(props, width));
  const { rowHeight } = seen;
  useMore(seen.end, shown.length, shown.length === all?.length ? more : undefined);
  const isWide = seen.width >= WIDE;
  const drawn = useMemo(
    () => shownColumns(name, columns, state).filter(({ isWideOnly }) => isWide || !isWideOnly),
    [name, columns, state, isWide],
  );
  // Rows and columns of one table have the same type, which those drawn again only for a change do not know.
  const anyColumns = drawn as readonly Column<unknown>[];
  const hasChoice = selected !== undefined && seen.width >= NARROW;
  const widths = useWidths(shown, drawn);
  const least = widths.least + drawn.length * GAP + EDGES + (hasChoice ? 36 + GAP : 0);
  const [active, activate] = useState(0);
  const latest = useRef(chosen);
  latest.current = chosen;
  // The same one each time: rows are drawn again only when something of theirs has changed.
  const toggle = useCallback((id: string) => {
    const next = new Set(latest.current);
    if (!next.delete(id)) next.add(id);
    choose(next);
  }, []);
  const isAll = chosen.size >= shown.length && shown.every((row) => chosen.has(idOf(row)));
  const { id: opened, isDrawer } = address();
  const move = (event: KeyboardEvent) => moveBy(event, { active, count: shown.length, activate, show: seen.show });
  const rows = shown.slice(seen.first, seen.end);
  const changes = useChanges(all, rows, idOf, drawn);
  const style = {
    '--columns': hasChoice ? `${CHOICE_WIDTH} ${widths.tracks}` : widths.tracks,
    '--row': `${rowHeight}px`,
    '--least': `${least}px`,
  };
  const height = { height: `${shown.length * rowHeight}px`, paddingTop: `${seen.first * rowHeight}px` };
  return (
    <div class="table-scroll" ref={seen.place} tabindex={0} role="region" aria-label={`${label}: table`}>
      <table class={`grid ${rowHeight === ROW.dense ? 'dense' : ''}`} aria-rowcount={shown.length + 1} style={style}>
        <thead>
          <tr aria-rowindex={1}>
            {!hasChoice ? null : (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={isAll}
                  onChange={() => choose(isAll ? new Set() : new Set(shown.map(idOf)))}
                />
              </th>
            )}
            {drawn.map((column) => (
              <Head key={column.id} column={column} state={state} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move} style={height}>
          {rows.map((row, index) => {
            const at = seen.first + index;
            const id = idOf(row);
            return (
              <Row
                key={id}
                row={row}
                id={id}
                at={at}
                drawn={anyColumns}
                opens={props.opens ?? false}
                isWide={isWide}
                activate={activate}
                changed={changes.get(id) ?? ''}
                isActive={at === active}
                isChosen={chosen.has(id)}
                isOpened={isDrawer && opened === id}
                toggle={hasChoice ? toggle : undefined}
              />
            );
          })}
        </tbody>
        {more === undefined ? <Sums drawn={anyColumns} shown={shown} hasChoice={hasChoice} /> : null}
      </table>
    </div>
  );
}

function rowHeightOf<T>({ name, columns }: TableProps<T>, width: number): number {
  if (width < WIDE && columns.some(({ below }) => below !== undefined)) return ROW.twoLines;
  return isDenseOf(name) ? ROW.dense : ROW.wide;
}

/** Ids of columns whose text changed when `all` was read again, by the id of the row: `price,state`. */
function useChanges<T>(
  all: unknown,
  rows: readonly T[],
  idOf: (row: T) => string,
  columns: readonly Column<T>[],
): ReadonlyMap<string, string> {
  const last = useRef({ all, rows: new Map<string, T>(), changes: new Map<string, string>() });
  const { current } = last;
  if (current.all !== all) {
    current.changes = new Map();
    for (const row of rows) {
      const before = current.rows.get(idOf(row));
      if (before === undefined || before === row) continue;
      const changed = columns.filter((column) => textOf(column, before) !== textOf(column, row));
      if (changed.length > 0) current.changes.set(idOf(row), changed.map(({ id }) => id).join());
    }
  }
  current.all = all;
  current.rows = new Map(rows.map((row) => [idOf(row), row]));
  return current.changes;
}

function Head<T>({ column, state }: { readonly column: Column<T>; readonly state: TableState }): Node {
  const { id, kind } = column;
  const sorted = state.sort?.column === id ? state.sort : undefined;
  const order = sorted === undefined ? 'none' : sorted.isDown ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={order} class={kind === 'number' ? 'number' : ''}>
      <button type="button" class="plain" onClick={() => sortBy(id, state)}>
        {titleOf(column)}
        <span aria-hidden="true">{sorted === undefined ? '' : sorted.isDown ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
}

interface Movement {
  readonly active: number;
  readonly count: number;
  readonly activate: (at: number) => void;
  readonly show: (at: number) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The keyboard moves between rows; the row is in sight before it has the focus. */
function moveBy(event: KeyboardEvent, { active, count, activate, show }: Movement): void {
  const step = STEPS[event.key];
  const body = event.currentTarget as HTMLElement;
  if (step === undefined || (event.target as Element).matches('input, select')) return;
  event.preventDefault();
  const next = Math.min(count - 1, Math.max(0, active + step));
  activate(next);
  show(next);
  const focus = () => body.querySelector<HTMLElement>(`tr[data-row="${next}"]`)?.focus();
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
