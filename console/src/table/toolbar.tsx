/** Above the table: search, filters, columns, density, and the file. */
import { useState } from 'preact/hooks';
import { quantityText } from '../data/index.ts';
import { type Children, download, Icon, Menu, type Node, Picker } from '../parts/index.ts';
import { type Column, titleOf } from './column.ts';
import { csvOf } from './csv.ts';
import {
  chooseColumns,
  clearFilters,
  isDenseOf,
  setDensity,
  setFilter,
  setSearch,
  shownColumns,
  type TableState,
} from './state.ts';

export interface ToolbarProps<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly state: TableState;
  /** Those that are shown. */
  readonly rows: readonly T[];
  /** All that there are to choose from. */
  readonly all: readonly T[];
  readonly total: number | undefined;
  /** Reads further rows, of which some may be shown. */
  readonly more: (() => void) | undefined;
  readonly drawAgain: () => void;
  readonly tools: Children;
  readonly isRead: boolean;
}

export function Toolbar<T>(props: ToolbarProps<T>): Node {
  const { name, columns, state, rows, all, total, more, drawAgain, tools, isRead } = props;
  const isPart = rows.length < all.length;
  const count = quantityText(rows.length);
  const save = () => {
    const text = csvOf(rows, shownColumns(name, columns, state));
    download(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <div class="toolbar" role="toolbar" aria-label="Table">
      <label class="search">
        <span class="unseen">Search in the table</span>
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search"
          value={state.search}
          onInput={(event: Event) => setSearch((event.target as HTMLInputElement).value)}
        />
      </label>
      <Menu words={`Filter${state.filters.size === 0 ? '' : ` (${state.filters.size})`}`}>
        <Filters columns={columns} state={state} all={all} />
      </Menu>
      {[...state.filters].map(([id, filter]) => {
        const column = columns.find((one) => one.id === id);
        return column === undefined ? null : (
          <button
            key={id}
            type="button"
            class="chip"
            onClick={() => setFilter(id, '')}
            aria-label={`Remove the filter ${titleOf(column)}: ${filter}`}
          >
            {titleOf(column)}: {filter} ✕
          </button>
        );
      })}
      <span class="count" role="status">
        {!isRead
          ? ''
          : isPart || total === undefined || total === rows.length
            ? count
            : `${count} of ${quantityText(total)}`}
      </span>
      {isPart && more !== undefined ? (
        <button type="button" onClick={more}>
          Search further ({quantityText(all.length)} of {quantityText(total ?? all.length)})
        </button>
      ) : null}
      {tools}
      <Menu words="Columns" isLeftward>
        <Columns name={name} columns={columns} state={state} drawAgain={drawAgain} />
      </Menu>
      <button type="button" onClick={save} title="A file of what the table shows">
        CSV
      </button>
    </div>
  );
}

interface FiltersProps<T> {
  readonly columns: readonly Column<T>[];
  readonly state: TableState;
  readonly all: readonly T[];
}

function Filters<T>({ columns, state, all }: FiltersProps<T>): Node {
  const { filters } = state;
  return (
    <div class="filters">
      {columns.map((column) => (
        <Filter key={column.id} column={column} all={all} filter={filters.get(column.id) ?? ''} />
      ))}
      <button type="button" disabled={filters.size === 0 && state.search === ''} onClick={() => clearFilters(state)}>
        Clear all
      </button>
    </div>
  );
}

const CHOICES_MAX = 20;

interface FilterProps<T> {
  readonly column: Column<T>;
  readonly all: readonly T[];
  readonly filter: string;
}

function Filter<T>({ column, all, filter }: FilterProps<T>): Node {
  const { id, kind = 'text', find } = column;
  const title = titleOf(column);
  const set = (text: string) => setFilter(id, text);
  if (kind === 'choice') {
    const chosen = filter === '' ? [] : filter.split(',');
    const found = column.choices ?? all.map((row) => String(column.value(row) ?? ''));
    const choices = [...new Set([...chosen, ...found])].sort();
    const toggle = (choice: string) =>
      set((chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]).join(','));
    return (
      <fieldset>
        <legend>{title}</legend>
        {choices
          .filter((choice) => choice !== '')
          .slice(0, CHOICES_MAX)
          .map((choice) => (
            <label key={choice} class="check">
              <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
              {choice}
            </label>
          ))}
      </fieldset>
    );
  }
  if (kind === 'record' && find !== undefined)
    return <Picker label={title} id={`filter-${id}`} value={filter} set={set} find={find} />;
  if (kind === 'text')
    return (
      <label>
        {title} has
        <input value={filter} onChange={(event: Event) => set(textIn(event))} />
      </label>
    );
  const [low = '', high = ''] = filter.split('..');
  const put = (from: string, to: string) => set(from === '' && to === '' ? '' : `${from}..${to}`);
  return (
    <fieldset class="pair">
      <legend>{title}</legend>
      <Bound words="from" isDate={kind === 'time'} value={low} set={(text) => put(text, high)} />
      <Bound words="to" isDate={kind === 'time'} value={high} set={(text) => put(low, text)} />
    </fieldset>
  );
}

const textIn = (event: Event): string => (event.target as HTMLInputElement).value;

interface BoundProps {
  readonly words: string;
  readonly isDate: boolean;
  readonly value: string;
  readonly set: (text: string) => void;
}

/** One end of a range. */
function Bound({ words, isDate, value, set }: BoundProps): Node {
  const change = (event: Event) => set(textIn(event));
  if (isDate)
    return (
      <label>
        {words}
        <input type="date" value={value} onChange={change} />
      </label>
    );
  return (
    <label>
      {words}
      <input type="text" value={value} onChange={change} />
    </label>
  );
}

interface ColumnsProps<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly state: TableState;
  readonly drawAgain: () => void;
}

/** Which are shown, in which order, and how close the lines are. */
function Columns<T>({ name, columns, state, drawAgain }: ColumnsProps<T>): Node {
  const [isDense, setDense] = useState(isDenseOf(name));
  const shown = shownColumns(name, columns, state).map(({ id }) => id);
  const others = columns.filter(({ id }) => !shown.includes(id)).map(({ id }) => id);
  const move = (id: string, step: 1 | -1) => {
    const at = shown.indexOf(id);
    const next = shown.filter((one) => one !== id);
    next.splice(at + step, 0, id);
    chooseColumns(name, next);
  };
  const toggle = (id: string) =>
    chooseColumns(name, shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  const changeDensity = () => {
    setDensity(name, !isDense);
    setDense(!isDense);
    drawAgain();
  };
  return (
    <>
      <ul class="columns">
        {[...shown, ...others].map((id) => {
          const column = columns.find((one) => one.id === id);
          const title = column === undefined ? id : titleOf(column);
          const at = shown.indexOf(id);
          return (
            <li key={id}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={at >= 0}
                  disabled={at >= 0 && shown.length === 1}
                  onChange={() => toggle(id)}
                />
                {title}
              </label>
              <button
                type="button"
                class="plain"
                aria-label={`${title}: further left`}
                disabled={at <= 0}
                onClick={() => move(id, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="plain"
                aria-label={`${title}: further right`}
                disabled={at < 0 || at === shown.length - 1}
                onClick={() => move(id, 1)}
              >
                ↓
              </button>
            </li>
          );
        })}
      </ul>
      <label class="check">
        <input type="checkbox" checked={isDense} onChange={changeDensity} />
        Close lines
      </label>
    </>
  );
}
