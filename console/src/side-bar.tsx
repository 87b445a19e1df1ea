/** Where one may go: at the left, folded to icons where the reader likes it; on a phone at the bottom. */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, pathOf, useTopic } from './data/index.ts';
import { Dialog, Icon, type Node } from './parts/index.ts';
import { GROUPS, type Place } from './place.ts';

interface SideBarProps {
  readonly desk: Desk;
  readonly places: readonly Place[];
  readonly place: Place | undefined;
  readonly isFolded: boolean;
  readonly changeFold: () => void;
  readonly leave: () => void;
}

/** On a phone, besides the way to all of them. */
const AT_BOTTOM = 4;

export function SideBar({ desk, places, place, isFolded, changeFold, leave }: SideBarProps): Node {
  const [isOpen, open] = useState(false);
  const { needs } = desk;
  useTopic(needs.changed);
  useEffect(() => {
    document.querySelector('.all-places [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const count = (name: string) => {
    const waiting = needs.countOf(name);
    return waiting === 0 ? null : (
      <small class="needs" title={`${waiting} need you`}>
        {waiting}
      </small>
    );
  };
  const link = (one: Place, isNarrow = false) => (
    <a
      key={one.name}
      href={pathOf(one.name)}
      title={isFolded && !isNarrow ? one.title : undefined}
      aria-current={one === place ? 'page' : undefined}
      onClick={() => open(false)}
    >
      <Icon name={one.icon} />
      <span>{one.title}</span>
      {count(one.name)}
    </a>
  );
  const groups = GROUPS.map((group) => ({ group, own: places.filter((one) => one.group === group) }));
  const list = groups
    .filter(({ own }) => own.length > 0)
    .map(({ group, own }) => (
      <div key={group} class="group" role="group" aria-label={group}>
        <span class="group-title" aria-hidden="true">
          {group}
        </span>
        {own.map((one) => link(one))}
      </div>
    ));
  const [fold, words] = isFolded ? (['unfold', 'Show the words'] as const) : (['fold', 'Fold the bar'] as const);
  return (
    <aside class="side-bar" aria-label="Side bar">
      <a class="brand" href={pathOf('')} title="OpenATS">
        <span>OpenATS</span>
      </a>
      <nav class="all-places" aria-label="Places">
        {list}
      </nav>
      <nav class="bottom-bar" aria-label="Places, short">
        {places.slice(0, AT_BOTTOM).map((one) => link(one, true))}
        <button type="button" class="plain" onClick={() => open(true)}>
          <Icon name="more" />
          <span>More</span>
        </button>
      </nav>
      <button
        type="button"
        class="plain fold"
        aria-label={words}
        title={words}
        aria-expanded={!isFolded}
        onClick={changeFold}
      >
        <Icon name={fold} />
      </button>
      {isOpen ? (
        <Dialog title="Places" close={() => open(false)}>
          <nav class="sheet" aria-label="All places">
            {list}
          </nav>
          <div class="buttons">
            <button type="button" onClick={leave}>
              Sign out
            </button>
          </div>
        </Dialog>
      ) : null}
    </aside>
  );
}
