/** The watch list: the reader's own lists of securities, sorted by any column. */
import { useCallback, useState } from 'preact/hooks';
import type { TopView } from '../../client/index.ts';
import type { Desk, Security } from '../../data/index.ts';
import { decimalsOf, prefer, preferences, priced, priceText, useTopic } from '../../data/index.ts';
import {
  Empty,
  LongTable,
  MarketBadge,
  Menu,
  marketOf,
  memo,
  type Node,
  Panel,
  TextField,
  useStaleness,
} from '../../parts/index.ts';
import { Change, Side } from './prices.tsx';
import {
  addList,
  changeOf,
  chosenList,
  deleteList,
  isStarred,
  mayAddList,
  type SortBy,
  sortWatched,
  star,
  starredName,
  useWatched,
} from './watched.ts';

export function WatchList({ desk }: { readonly desk: Desk }): Node {
  const { securities, market, selection } = desk;
  useTopic(securities.changed, market.changed, selection);
  const stale = useStaleness(desk);
  const [sought, setSought] = useState('');
  const [, drawAgain] = useState(0);
  // The same one each time: rows are drawn again only when something of theirs has changed.
  const changed = useCallback(() => drawAgain((count) => count + 1), []);
  const found = useWatched(desk, sought);
  const aside = (
    <input
      id="watch-search"
      type="search"
      placeholder="Find (/)"
      aria-label="Find a security"
      value={sought}
      onInput={(event: Event) => setSought((event.target as HTMLInputElement).value)}
    />
  );
  const head = (
    <>
      <th>
        <span class="unseen">List</span>
      </th>
      {HEADS.map((heads) => (
        <Head key={heads[0]} heads={heads} changed={changed} />
      ))}
    </>
  );
  const row = ({ securityId, title: name }: Security) => {
    const { market: state, reason } = marketOf(desk, securityId);
    return (
      <Row
        key={securityId}
        desk={desk}
        securityId={securityId}
        name={name}
        state={state}
        reason={reason}
        changed={changed}
        top={market.tops.get(securityId)}
        last={market.days.get(securityId)?.last ?? null}
        change={changeOf(desk, securityId)}
        isStarred={isStarred(securityId)}
        list={starredName()}
        isSelected={desk.selected === securityId}
      />
    );
  };
  return (
    <Panel title="Watch list" name="watch" stale={stale} aside={aside}>
      <Lists desk={desk} changed={changed} />
      {found.length === 0 ? (
        <Empty>{emptyWords(securities.isRead, sought)}</Empty>
      ) : (
        <LongTable label="Securities" head={head} rows={found} row={row} />
      )}
    </Panel>
  );
}

function emptyWords(isRead: boolean, sought: string): string {
  if (!isRead) return 'Reading …';
  if (sought.trim() !== '') return 'No security is found. Enter a part of its name, symbol or id.';
  return chosenList() === undefined
    ? 'No security trades here yet. One appears when the operator approves its offering.'
    : 'This list is empty. Choose all securities, and add one with its star.';
}

/** What each column sorts by. */
const HEADS: readonly (readonly SortBy[])[] = [['security'], ['bid'], ['offer'], ['last', 'change']];
const TITLES: Readonly<Record<SortBy, string>> = {
  security: 'Security',
  bid: 'Bid',
  offer: 'Offer',
  last: 'Last',
  change: '%',
};

interface HeadProps {
  readonly heads: readonly SortBy[];
  readonly changed: () => void;
}

function Head({ heads, changed }: HeadProps): Node {
  const { watchSort } = preferences;
  const direction = watchSort.isDown ? 'descending' : 'ascending';
  const sort = (by: SortBy) => {
    sortWatched(by);
    changed();
  };
  const sign = (by: SortBy) => (watchSort.by === by ? (watchSort.isDown ? ' ▾' : ' ▴') : '');
  return (
    <th
      scope="col"
      class={heads[0] === 'security' ? '' : 'number'}
      aria-sort={heads.some((by) => by === watchSort.by) ? direction : undefined}
    >
      {heads.map((by) => (
        <button key={by} type="button" class="plain" aria-label={`Sort by ${by}`} onClick={() => sort(by)}>
          {TITLES[by]}
          {sign(by)}
        </button>
      ))}
    </th>
  );
}

/** The reader's lists: choose, add and delete one. */
function Lists({ desk, changed }: { readonly desk: Desk; readonly changed: () => void }): Node {
  const [name, setName] = useState('');
  const { watchLists, watchList } = preferences;
  const names = Object.keys(watchLists);
  const isOwn = chosenList() !== undefined;
  const then = (does: () => void) => {
    does();
    changed();
  };
  const remove = () => {
    then(() => deleteList(watchList));
    desk.say('done', `The list ${watchList} is deleted.`, '', {
      undo: () => then(() => prefer({ watchLists, watchList })),
    });
  };
  const add = (event: Event) => {
    event.preventDefault();
    if (name.trim() !== '') then(() => addList(name.trim()));
    setName('');
  };
  return (
    <div class="lists">
      <select
        aria-label="List"
        value={isOwn ? watchList : ''}
        onChange={(event: Event) => then(() => prefer({ watchList: (event.target as HTMLSelectElement).value }))}
      >
        <option value="" selected={!isOwn}>
          All securities
        </option>
        {names.map((one) => (
          <option key={one} value={one} selected={isOwn && one === watchList}>
            {one}
          </option>
        ))}
      </select>
      <Menu words="Lists" isLeftward>
        <form class="narrow" onSubmit={add}>
          <TextField label="Name of a new list" id="list-name" value={name} set={setName} />
          <button type="submit" disabled={name.trim() === '' || !mayAddList()}>
            Add list
          </button>
          {isOwn ? (
            <button type="button" onClick={remove}>
              Delete {watchList}
            </button>
          ) : null}
        </form>
      </Menu>
    </div>
  );
}

interface RowProps {
  readonly desk: Desk;
  readonly securityId: string;
  readonly name: string;
  readonly top: TopView | undefined;
  /** Of the day. */
  readonly last: string | null;
  /** Of the day, percent. */
  readonly change: number | undefined;
  readonly state: string;
  readonly reason: string | undefined;
  readonly isSelected: boolean;
  readonly isStarred: boolean;
  /** That the star changes. */
  readonly list: string;
  readonly changed: () => void;
}

const Row = memo((props: RowProps) => {
  const { desk, securityId, name, top, last, change, state, reason, isSelected } = props;
  const decimals = decimalsOf(pricesOf(top, last));
  const choose = (event: Event) => {
    event.stopPropagation();
    star(securityId);
    props.changed();
  };
  const title = `${props.isStarred ? 'Take off' : 'Add to'} ${props.list}: ${name}`;
  return (
    <tr class={isSelected ? 'selected' : ''} onClick={() => desk.select(securityId)}>
      <td>
        <button
          type="button"
          class="plain star"
          aria-pressed={props.isStarred}
          aria-label={title}
          title={title}
          onClick={choose}
        >
          {props.isStarred ? '★' : '☆'}
        </button>
      </td>
      <th scope="row">
        <button
          type="button"
          class="plain name"
          aria-pressed={isSelected}
          title={name}
          onClick={() => desk.select(securityId)}
        >
          <span class="cut">{name}</span>
          <small>
            {securityId} · <MarketBadge state={{ market: state, reason }} />
          </small>
        </button>
      </th>
      <td class="number bid">
        <Side side={top?.bid} decimals={decimals} />
      </td>
      <td class="number offer">
        <Side side={top?.offer} decimals={decimals} />
      </td>
      <td class="number last">
        {last === null ? '–' : priceText(last, decimals)}
        <small>
          <Change percent={change} />
        </small>
      </td>
    </tr>
  );
});

function pricesOf(top: TopView | undefined, last: string | null): string[] {
  const prices = [top?.bid, top?.offer].map((side) => priced(side)?.price);
  return [...prices, last].filter((price) => typeof price === 'string');
}
