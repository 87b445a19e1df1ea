/** Keys for everything: the list that the help shows is the list that is done. */
import type { Desk } from './data/index.ts';
import { go, pathOf, preferences } from './data/index.ts';
import type { Place } from './place.ts';

export interface KeyTarget {
  readonly desk: Desk;
  readonly places: readonly Place[];
  readonly help: () => void;
  readonly palette: () => void;
}

interface Shortcut {
  readonly key: string;
  readonly what: string;
  readonly does: (target: KeyTarget) => void;
}

/** On the order row that the reader chose, in the security that is shown; without one it says so. */
function press(desk: Desk, action: string): void {
  const row = document.querySelector<HTMLElement>('tr[data-order][aria-selected="true"]');
  const { order, security = '' } = row?.dataset ?? {};
  if (row === null) desk.say('hint', 'No order is chosen. Click one, or press o and the arrows.');
  else if (security === desk.selected) row.querySelector<HTMLElement>(`button[data-action="${action}"]`)?.click();
  else {
    const name = desk.securities.titleOf(security);
    desk.say('hint', `Order ${order} is in ${name}, which is not shown. Press Enter on its row to show it.`);
  }
}

function focus(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  if (found instanceof HTMLInputElement) found.select();
}

function chooseTicket(number: string): void {
  document.querySelector<HTMLElement>(`#ticket-${number}`)?.click();
}

function moveInOrders(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-order]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

export const SHORTCUTS: readonly Shortcut[] = [
  { key: '?', what: 'this help', does: ({ help }) => help() },
  { key: 'j', what: 'next security of the watch list', does: ({ desk }) => desk.selectBy(1) },
  { key: 'k', what: 'security before it', does: ({ desk }) => desk.selectBy(-1) },
  { key: '/', what: 'find a security', does: () => focus('#watch-search') },
  { key: 'b', what: 'ticket: buy', does: ({ desk }) => desk.propose({ side: 'Buy' }) },
  { key: 's', what: 'ticket: sell', does: ({ desk }) => desk.propose({ side: 'Sell' }) },
  ...['1', '2', '3', '4'].map((key) => ({ key, what: `ticket ${key}`, does: () => chooseTicket(key) })),
  {
    key: 'l',
    what: 'depth: the best prices; Tab moves, Enter takes one',
    does: () => focus('.ladder button'),
  },
  {
    key: 'o',
    what: 'own orders; ArrowDown and ArrowUp move, Enter shows the security',
    does: () => focus('tr[data-order]'),
  },
  { key: 'w', what: 'why the chosen order waits', does: ({ desk }) => press(desk, 'why') },
  { key: 'r', what: 'replace the chosen order', does: ({ desk }) => press(desk, 'replace') },
  { key: 'x', what: 'cancel the chosen order', does: ({ desk }) => press(desk, 'cancel') },
  { key: 'X', what: 'cancel all orders', does: () => document.querySelector<HTMLElement>('#cancel-all')?.click() },
  { key: 'm', what: 'market', does: (target) => show(target, 'market') },
  { key: 'q', what: 'quotes and blocks', does: (target) => show(target, 'quotes') },
];

function show({ places }: KeyTarget, name: string): void {
  if (places.some((place) => place.name === name)) go(pathOf(name));
}

/** Returns a function that ends it. Nothing is done while text is written or a dialog is open. */
export function listenForKeys(target: KeyTarget): () => void {
  const listen = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'k' && document.querySelector('dialog[open]') === null) {
      event.preventDefault();
      return target.palette();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    const at = event.target as HTMLElement;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isArrow && at.closest('tr[data-order]') !== null) {
      event.preventDefault();
      return moveInOrders(event.key === 'ArrowDown' ? 1 : -1);
    }
    const { security } = at.dataset;
    if (event.key === 'Enter' && security !== undefined) return target.desk.select(security);
    if (event.key === 'Escape' && isWriting(at)) return at.blur();
    if (!preferences.shortcuts || isWriting(at)) return;
    const shortcut = SHORTCUTS.find(({ key }) => key === event.key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.does(target);
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

function isWriting(element: HTMLElement): boolean {
  return element.matches('input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable]');
}
