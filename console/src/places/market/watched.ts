/** The securities of a watch list: those that the reader chose, in the order that the reader chose. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Desk, prefer, preferences, priced, type Security } from '../../data/index.ts';

export type SortBy = 'security' | 'bid' | 'offer' | 'last' | 'change';

/** Rows change their places no more often, so that one can be clicked. */
const SORTED_EVERY_MS = 5000;
const LISTS_MAX = 20;
const LISTED_MAX = 500;
/** The list of the first star. */
const FIRST_LIST = 'My list';

/** From the first trade of the day to the last, in percent; undefined: no trade today. */
export function changeOf({ market }: Desk, securityId: string): number | undefined {
  const { open, last } = market.days.get(securityId) ?? {};
  if (!open || !last || Number(open) === 0) return undefined;
  return (100 * (Number(last) - Number(open))) / Number(open);
}

function sortValue(desk: Desk, { securityId, title }: Security, by: SortBy): string | number | undefined {
  const { tops, days } = desk.market;
  if (by === 'security') return title;
  if (by === 'change') return changeOf(desk, securityId);
  if (by === 'last') return days.get(securityId)?.last ? Number(days.get(securityId)?.last) : undefined;
  const price = priced(tops.get(securityId)?.[by])?.price;
  return price === undefined ? undefined : Number(price);
}

/** Rows without a value are last, both upwards and downwards. */
function sorted(desk: Desk, securities: readonly Security[], by: SortBy, isDown: boolean): readonly Security[] {
  const keyed = securities.map((security) => ({ security, value: sortValue(desk, security, by) }));
  keyed.sort(({ value: one }, { value: other }) => {
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    const order = typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other);
    return isDown ? -order : order;
  });
  return keyed.map(({ security }) => security);
}

/** Where no list is chosen that is still there, all securities are shown. */
export function chosenList(): readonly string[] | undefined {
  return preferences.watchLists[preferences.watchList];
}

export function useWatched(desk: Desk, search: string): readonly Security[] {
  const [round, setRound] = useState(0);
  const { by, isDown } = preferences.watchSort;
  useEffect(() => {
    if (by === '') return undefined;
    const timer = setInterval(() => document.hidden || setRound((count) => count + 1), SORTED_EVERY_MS);
    return () => clearInterval(timer);
  }, [by]);
  const { all } = desk.securities;
  const list = chosenList();
  return useMemo(() => {
    const part = search.trim().toLowerCase();
    const listed = list === undefined ? all : list.flatMap((id) => desk.securities.find(id) ?? []);
    const found = listed.filter(({ title, securityId }) => `${title} ${securityId}`.toLowerCase().includes(part));
    const shown = by === '' ? found : sorted(desk, found, by as SortBy, isDown);
    desk.watched = shown.map(({ securityId }) => securityId);
    return shown;
  }, [all, search, list, by, isDown, round]);
}

/** Upwards, downwards, as listed. */
export function sortWatched(by: SortBy): void {
  const { watchSort } = preferences;
  if (watchSort.by !== by) prefer({ watchSort: { by, isDown: by !== 'security' } });
  else if (watchSort.isDown === (by !== 'security')) prefer({ watchSort: { by, isDown: by === 'security' } });
  else prefer({ watchSort: { by: '', isDown: false } });
}

/** The list that a star changes. */
export function starredName(): string {
  const names = Object.keys(preferences.watchLists);
  return chosenList() === undefined ? (names[0] ?? FIRST_LIST) : preferences.watchList;
}

export const isStarred = (securityId: string): boolean =>
  (preferences.watchLists[starredName()] ?? []).includes(securityId);

export function star(securityId: string): void {
  const name = starredName();
  const list = preferences.watchLists[name] ?? [];
  const next = list.includes(securityId) ? list.filter((id) => id !== securityId) : [...list, securityId];
  prefer({ watchLists: { ...preferences.watchLists, [name]: next.slice(-LISTED_MAX) } });
}

export const mayAddList = (): boolean => Object.keys(preferences.watchLists).length < LISTS_MAX;

export function addList(name: string): void {
  prefer({ watchLists: { ...preferences.watchLists, [name]: preferences.watchLists[name] ?? [] }, watchList: name });
}

export function deleteList(name: string): void {
  const { [name]: _, ...others } = preferences.watchLists;
  prefer({ watchLists: others, watchList: '' });
}
