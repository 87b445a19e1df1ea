/** The address of the page: a place, a record of it, and a query; and the ways to change them. */
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Address {
  /** The first part of the path below /console; empty: where the reader's work begins. */
  readonly place: string;
  /** The record; empty: the list. */
  readonly id: string;
  /** Of the list, also while one of its records is shown in a drawer. */
  readonly query: URLSearchParams;
  /** The record was opened from its list, which is still shown. */
  readonly isDrawer: boolean;
}

/** What an entry of the browser's history remembers of a drawer. */
interface Opened {
  /** The query of the list below. */
  readonly list: string;
  /** The entry before is the list itself. */
  readonly isFirst: boolean;
}

const APP = document.querySelector<HTMLElement>('#app');
/** Of the server, as this page was asked for: a proxy may serve all under its own path. */
export const ROOT = new URL(APP?.dataset.root ?? '.', document.baseURI);
const HOME = `${ROOT.pathname}console`;

const listeners = new Set<() => void>();
let now = read();

function read(): Address {
  const [place = '', id = ''] = location.pathname.slice(HOME.length).split('/').filter(Boolean).map(decoded);
  const opened = history.state as Opened | null;
  const query = new URLSearchParams(opened === null ? location.search : opened.list);
  return { place, id, query, isDrawer: opened !== null };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function changed(): void {
  now = read();
  for (const listener of [...listeners]) listener();
}

/** The path of a place, of one of its records, and of its list with a query. */
export function pathOf(place: string, id = '', query = ''): string {
  const parts = [place, id].filter((part) => part !== '').map(encodeURIComponent);
  return `${[HOME, ...parts].join('/')}${query === '' ? '' : `?${query}`}`;
}

export function address(): Address {
  return now;
}

export function go(path: string): void {
  if (path !== location.pathname + location.search || now.isDrawer) history.pushState(null, '', path);
  changed();
}

/** Puts a place at the address that names none. */
export function land(place: string): void {
  history.replaceState(null, '', pathOf(place, '', now.query.toString()));
  changed();
}

/** Shows a record next to its list. */
export function openDrawer(id: string): void {
  const opened: Opened = { list: now.query.toString(), isFirst: !now.isDrawer };
  history.pushState(opened, '', pathOf(now.place, id));
  changed();
}

/** Back to the list. */
export function closeRecord(): void {
  const opened = history.state as Opened | null;
  if (opened?.isFirst) history.back();
  else go(pathOf(now.place, '', now.query.toString()));
}

/** Changes the query of the list, without another step for the way back. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(now.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  if (now.isDrawer) {
    history.replaceState({ ...(history.state as Opened), list: query.toString() }, '');
  } else {
    history.replaceState(null, '', pathOf(now.place, now.id, query.toString()));
  }
  changed();
}

/** Draws the component again when the address changes. */
export function useAddress(): Address {
  const [shown, show] = useState(now);
  useLayoutEffect(() => {
    const listener = () => show(now);
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return shown;
}

/** Follows links of this page and the browser's buttons from now on; returns a function that ends it. */
export function listenToLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '' || link.download !== '')
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.origin !== location.origin) return;
    if (link.hash !== '' || !`${link.pathname}/`.startsWith(`${HOME}/`)) return;
    event.preventDefault();
    if (link.dataset.drawer === undefined) go(link.pathname + link.search);
    else openDrawer(link.dataset.drawer);
  };
  // After a reload the address alone decides, so a record is shown as a page.
  history.replaceState(null, '');
  changed();
  addEventListener('click', follow);
  addEventListener('popstate', changed);
  return () => {
    removeEventListener('click', follow);
    removeEventListener('popstate', changed);
  };
}
