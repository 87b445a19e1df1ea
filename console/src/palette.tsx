/** Ctrl K: places, records and actions by a few letters. */
import { useState } from 'preact/hooks';
import { type Desk, pathOf, prefer, preferences } from './data/index.ts';
import { Dialog, Icon, type IconName, type Node } from './parts/index.ts';
import type { Place } from './place.ts';

interface PaletteProps {
  readonly desk: Desk;
  readonly places: readonly Place[];
  readonly close: () => void;
  readonly leave: () => void;
  readonly go: (path: string) => void;
}

interface Entry {
  readonly title: string;
  readonly kind: string;
  readonly icon: IconName;
  readonly does: () => void;
}

const SHOWN = 12;
/** Places whose records have numbers for ids. */
const NUMBERED = ['orders', 'offerings'];

const SEARCH = { kind: 'Search', icon: 'search' } as const;

const find = (go: PaletteProps['go'], text: string): void =>
  go(pathOf('search', '', new URLSearchParams({ q: text.trim() }).toString()));

/** All that there is to find for a text. */
function entriesFor({ desk, places, leave, go }: PaletteProps, text: string): readonly Entry[] {
  const part = text.trim().toLowerCase();
  const place = ({ name, title, group, icon }: Place): Entry => ({
    title,
    kind: group,
    icon,
    does: () => go(pathOf(name)),
  });
  const records = places
    .filter(({ name }) => NUMBERED.includes(name) && /^\d+$/.test(part))
    .map(({ name, title, icon }) => ({
      title: `${title}: ${part}`,
      kind: 'Record',
      icon,
      does: () => go(pathOf(name, part)),
    }));
  const market = places.find(({ name }) => name === 'market');
  const securities = market === undefined || part === '' ? [] : desk.securities.all;
  const show = (securityId: string) => {
    desk.select(securityId);
    go(pathOf('market'));
  };
  const actions: readonly Entry[] = [
    { title: 'Colours: light', kind: 'Action', icon: 'sandbox', does: () => prefer({ theme: 'light' }) },
    { title: 'Colours: dark', kind: 'Action', icon: 'sandbox', does: () => prefer({ theme: 'dark' }) },
    { title: 'Colours: as the system', kind: 'Action', icon: 'sandbox', does: () => prefer({ theme: 'system' }) },
    {
      title: preferences.shortcuts ? 'Keys: off' : 'Keys: on',
      kind: 'Action',
      icon: 'sandbox',
      does: () => prefer({ shortcuts: !preferences.shortcuts }),
    },
    { title: 'Messages: mark all as read', kind: 'Action', icon: 'inbox', does: () => desk.inbox.read() },
    { title: 'Tour: show it again', kind: 'Action', icon: 'sandbox', does: () => desk.showTour(true) },
    { title: 'Sign out', kind: 'Action', icon: 'people', does: leave },
  ];
  const named: readonly Entry[] = [
    ...places.map(place),
    ...securities.map(({ securityId, title: name }) => ({
      title: `${name} (${securityId})`,
      kind: 'Security',
      icon: 'market' as const,
      does: () => show(securityId),
    })),
    ...actions,
  ];
  const has = ({ title, kind }: Entry) => `${title} ${kind}`.toLowerCase().includes(part);
  const search: readonly Entry[] =
    part === '' || places.every(({ name }) => name !== 'search')
      ? []
      : [{ ...SEARCH, title: `Search all records for ${text.trim()}`, does: () => find(go, text) }];
  return [...[...records, ...named.filter(has)].slice(0, SHOWN), ...search];
}

export function Palette(props: PaletteProps): Node {
  const { close } = props;
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = entriesFor(props, text);
  const run = (entry: Entry | undefined) => {
    close();
    entry?.does();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((at + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') run(entries[at]);
    else return;
    event.preventDefault();
  };
  const write = (event: Event) => {
    setText((event.target as HTMLInputElement).value);
    setAt(0);
  };
  return (
    <Dialog title="Find anything" close={close}>
      <div class="palette">
        <input
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck={false}
          aria-label="A place, a record or an action"
          placeholder="A place, a security, the number of an order …"
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-activedescendant={entries.length === 0 ? undefined : `palette-${at}`}
          value={text}
          onInput={write}
          onKeyDown={press}
        />
        <ul id="palette-entries" role="listbox" aria-label="Found">
          {entries.map(({ title, kind, icon }, index) => (
            <li
              key={kind + title}
              id={`palette-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => run(entries[index])}
            >
              <Icon name={icon} />
              <span>{title}</span>
              <small>{kind}</small>
            </li>
          ))}
        </ul>
        {entries.length === 0 ? <p class="empty">Nothing has that name.</p> : null}
      </div>
    </Dialog>
  );
}
