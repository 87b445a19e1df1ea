/** How the reader likes it; kept by the browser, for there is nothing secret in it. */

/** How a table is shown, by its name. */
interface TableLook {
  /** Columns in their order; absent: as the place has them. */
  readonly columns?: readonly string[];
  readonly isDense?: boolean;
}

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  confirmCancelAll: boolean;
  /** Asks before every order, not only before unusual ones. */
  confirmOrders: boolean;
  /** A tone for each message. */
  hasSound: boolean;
  /** Ids of securities by the name of the list. */
  watchLists: Readonly<Record<string, readonly string[]>>;
  /** The list that is shown; empty: all securities. */
  watchList: string;
  watchSort: { readonly by: string; readonly isDown: boolean };
  /** Of the chart. */
  frame: string;
  /** What its bars are adjusted for. */
  adjusted: string;
  /** Sizes that the ticket offers. */
  sizes: readonly number[];
  /** Steps of the ticket's price, in millionths of a dollar. */
  offsets: readonly number[];
  /** Prices that the reader wants to hear of. */
  priceAlerts: readonly { readonly securityId: string; readonly way: 'above' | 'below'; readonly price: string }[];
  /** The panels of the market by column; others are hidden. Null: as they come. */
  panels: Readonly<Record<string, readonly string[]>> | null;
  shortcuts: boolean;
  member: string;
  account: string;
  isBarFolded: boolean;
  /** Left, or gone through. */
  isTourOver: boolean;
  /** Ids. */
  closedNotices: readonly string[];
  tables: Readonly<Record<string, TableLook>>;
}

const STORED = 'openats.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  confirmCancelAll: true,
  confirmOrders: false,
  hasSound: false,
  watchLists: {},
  watchList: '',
  watchSort: { by: '', isDown: false },
  frame: 'ticks',
  adjusted: 'No',
  sizes: [100, 500, 1000],
  priceAlerts: [],
  panels: null,
  offsets: [-50_000, -10_000, 10_000, 50_000],
  shortcuts: true,
  member: '1',
  account: '',
  isBarFolded: false,
  isTourOver: false,
  closedNotices: [],
  tables: {},
};

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const preferences: Preferences = read();

export function prefer(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes);
  try {
    localStorage.setItem(STORED, JSON.stringify(preferences));
  } catch {
    // Then they hold until the page is closed.
  }
  showTheme();
}

export function showTheme(): void {
  const root = document.documentElement;
  if (preferences.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
  root.dispatchEvent(new Event('themechange'));
}
