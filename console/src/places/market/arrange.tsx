/** The panels of the market, in the columns and the order that the reader chose. */
import { useState } from 'preact/hooks';
import { prefer, preferences } from '../../data/index.ts';
import { Dialog, type Node } from '../../parts/index.ts';

export const COLUMNS = ['left', 'middle', 'right'] as const;
type Column = (typeof COLUMNS)[number];
export type PanelName = keyof typeof TITLES;
export type Layout = Readonly<Record<Column, readonly PanelName[]>>;

const TITLES = {
  watch: 'Watch list',
  'time-and-sales': 'Time and sales',
  security: 'Security',
  chart: 'Price chart',
  orders: 'Orders',
  ticket: 'Order ticket',
  ladder: 'Depth',
} as const;
const START: Layout = {
  left: ['ladder', 'time-and-sales'],
  middle: ['security', 'chart', 'orders'],
  right: ['ticket', 'watch'],
};
const WORDS: Readonly<Record<Column | 'hidden', string>> = {
  left: 'Left',
  middle: 'Middle',
  right: 'Right',
  hidden: 'Hidden',
};

const isPanel = (name: string): name is PanelName => name in TITLES;

/** As the reader likes it: panels that are in no column are hidden. */
export function layoutNow(): Layout {
  const { panels } = preferences;
  if (panels === null) return START;
  const of = (column: Column) => (panels[column] ?? []).filter(isPanel);
  return { left: of('left'), middle: of('middle'), right: of('right') };
}

const columnOf = (layout: Layout, name: PanelName): Column | 'hidden' =>
  COLUMNS.find((column) => layout[column].includes(name)) ?? 'hidden';

/** At the end of another column, or hidden. */
function moved(layout: Layout, name: PanelName, to: Column | 'hidden'): Layout {
  const without = (column: Column) => layout[column].filter((one) => one !== name);
  const next = { left: without('left'), middle: without('middle'), right: without('right') };
  return to === 'hidden' ? next : { ...next, [to]: [...next[to], name] };
}

function raised(layout: Layout, name: PanelName): Layout {
  const column = columnOf(layout, name);
  if (column === 'hidden') return layout;
  const at = layout[column].indexOf(name);
  return at < 1 ? layout : { ...layout, [column]: layout[column].toSpliced(at, 1).toSpliced(at - 1, 0, name) };
}

export function Arrange({ changed }: { readonly changed: () => void }): Node {
  const [isOpen, open] = useState(false);
  const layout = layoutNow();
  const put = (panels: Layout | null) => {
    prefer({ panels });
    changed();
  };
  const shown = [...COLUMNS.flatMap((column) => layout[column])];
  const hidden = Object.keys(TITLES).filter((name) => isPanel(name) && !shown.includes(name)) as PanelName[];
  const line = (name: PanelName) => {
    const column = columnOf(layout, name);
    const isFirst = column === 'hidden' || layout[column][0] === name;
    return (
      <li key={name}>
        <span>{TITLES[name]}</span>
        <select
          aria-label={`Column of ${TITLES[name]}`}
          value={column}
          onChange={(event: Event) =>
            put(moved(layout, name, (event.target as HTMLSelectElement).value as Column | 'hidden'))
          }
        >
          {([...COLUMNS, 'hidden'] as const).map((one) => (
            <option key={one} value={one} selected={one === column}>
              {WORDS[one]}
            </option>
          ))}
        </select>
        <button
          type="button"
          disabled={isFirst}
          aria-label={`Move ${TITLES[name]} up`}
          onClick={() => put(raised(layout, name))}
        >
          ↑
        </button>
      </li>
    );
  };
  return (
    <>
      <button type="button" class="arrange" onClick={() => open(true)}>
        Arrange panels …
      </button>
      {isOpen ? (
        <Dialog title="Arrange panels" close={() => open(false)}>
          <p class="hint">Telephones show the same panels below each other in a fixed order.</p>
          <ul class="arrangement">{[...shown, ...hidden].map(line)}</ul>
          <div class="buttons">
            <button type="button" onClick={() => put(null)}>
              As at first
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
