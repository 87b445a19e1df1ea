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
  shortcuts: boolean;
  member: string;
  account: string;
  isBarFolded: boolean;
  tables: Readonly<Record<string, TableLook>>;
}

const STORED = 'openats.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  confirmCancelAll: true,
  shortcuts: true,
  member: '1',
  account: '',
  isBarFolded: false,
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
