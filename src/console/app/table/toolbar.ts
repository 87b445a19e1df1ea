/** Above the table: search, filters, columns, density, and the file. */
import { useState } from 'preact/hooks';
import { quantityText } from '../data/index.ts';
import { type Children, download, html, Icon, Menu, type Node, Picker } from '../parts/index.ts';
import type { Column } from './column.ts';
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
  return html`<div class="toolbar" role="toolbar" aria-label="Table">
    <label class="search"><span class="unseen">Search in the table</span><${Icon} name="search" />
      <input type="search" placeholder="Search" value=${state.search}
        onInput=${(event: Event) => setSearch((event.target as HTMLInputElement).value)} /></label>
    <${Menu} words=${`Filter${state.filters.size === 0 ? '' : ` (${state.filters.size})`}`}>
      <${Filters} ...${{ columns, state, all }} /></${Menu}>
    ${[...state.filters].map(([id, filter]) => {
      const column = columns.find((one) => one.id === id);
      return column === undefined
        ? null
        : html`<button key=${id} type="button" class="chip" onClick=${() => setFilter(id, '')}
            aria-label=${`Remove the filter ${column.title}: ${filter}`}>${column.title}: ${filter} ✕</button>`;
    })}
    <span class="count" role="status">${
      !isRead
        ? ''
        : isPart || total === undefined || total === rows.length
          ? count
          : `${count} of ${quantityText(total)}`
    }</span>
    ${
      isPart && more !== undefined
        ? html`<button type="button" onClick=${more}>Search further (${quantityText(all.length)} of ${quantityText(
            total ?? all.length,
          )})</button>`
        : null
    }
    ${tools}
    <${Menu} words="Columns" isLeftward><${Columns} ...${{ name, columns, state, drawAgain }} /></${Menu}>
    <button type="button" onClick=${save} title="A file of what the table shows">CSV</button>
  </div>`;
}

interface FiltersProps<T> {
  readonly columns: readonly Column<T>[];
  readonly state: TableState;
  readonly all: readonly T[];
}

function Filters<T>({ columns, state, all }: FiltersProps<T>): Node {
  const { filters } = state;
  return html`<div class="filters">${columns.map(
    (column) => html`<${Filter} key=${column.id} ...${{ column, all, filter: filters.get(column.id) ?? '' }} />`,
  )}
    <button type="button" disabled=${filters.size === 0 && state.search === ''}
      onClick=${() => clearFilters(state)}>Clear all</button></div>`;
}

const CHOICES_MAX = 20;

interface FilterProps<T> {
  readonly column: Column<T>;
  readonly all: readonly T[];
  readonly filter: string;
}

function Filter<T>({ column, all, filter }: FilterProps<T>): Node {
  const { id, title, kind = 'text', find } = column;
  const set = (text: string) => setFilter(id, text);
  const textIn = (event: Event) => (event.target as HTMLInputElement).value;
  if (kind === 'choice') {
    const chosen = filter === '' ? [] : filter.split(',');
    const found = column.choices ?? all.map((row) => String(column.value(row) ?? ''));
    const choices = [...new Set([...chosen, ...found])].sort();
    const toggle = (choice: string) =>
      set((chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice]).join(','));
    return html`<fieldset><legend>${title}</legend>${choices
      .filter((choice) => choice !== '')
      .slice(0, CHOICES_MAX)
      .map(
        (choice) => html`<label key=${choice} class="check"><input type="checkbox" checked=${chosen.includes(choice)}
          onChange=${() => toggle(choice)} />${choice}</label>`,
      )}</fieldset>`;
  }
  if (kind === 'record' && find !== undefined)
    return html`<${Picker} label=${title} id=${`filter-${id}`} value=${filter} set=${set} find=${find} />`;
  if (kind === 'text')
    return html`<label>${title} has<input value=${filter} onChange=${(event: Event) => set(textIn(event))} /></label>`;
  const [low = '', high = ''] = filter.split('..');
  const put = (from: string, to: string) => set(from === '' && to === '' ? '' : `${from}..${to}`);
  const type = kind === 'time' ? 'date' : 'text';
  return html`<fieldset class="pair"><legend>${title}</legend>
    <label>from<input type=${type} value=${low} onChange=${(event: Event) => put(textIn(event), high)} /></label>
    <label>to<input type=${type} value=${high} onChange=${(event: Event) => put(low, textIn(event))} /></label>
  </fieldset>`;
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
  return html`<ul class="columns">${[...shown, ...others].map((id) => {
    const title = columns.find((one) => one.id === id)?.title ?? id;
    const at = shown.indexOf(id);
    return html`<li key=${id}><label class="check"><input type="checkbox" checked=${at >= 0}
        disabled=${at >= 0 && shown.length === 1} onChange=${() => toggle(id)} />${title}</label>
      <button type="button" class="plain" aria-label=${`${title}: further left`} disabled=${at <= 0}
        onClick=${() => move(id, -1)}>↑</button>
      <button type="button" class="plain" aria-label=${`${title}: further right`}
        disabled=${at < 0 || at === shown.length - 1} onClick=${() => move(id, 1)}>↓</button></li>`;
  })}</ul>
  <label class="check"><input type="checkbox" checked=${isDense} onChange=${changeDensity} />Close lines</label>`;
}
