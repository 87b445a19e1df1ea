import type { PreparedFile } from '../http/hosted-pages/index.ts';

/** All files of one content. */
export interface AssetSet {
  /** Of the content of all files: another content has other addresses, so browsers may keep what they have. */
  readonly version: string;
  /** By path: console/app/main.js, vendor/preact.js. */
  readonly files: ReadonlyMap<string, PreparedFile>;
  /** The scripts that every page needs, for the browser to load at once. */
  readonly first: readonly string[];
  /** All that the page of a place needs, by its name. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

export const MAIN = 'console/app/main.js';
/** Has what several places need. */
export const SHARED = 'console/app/shared.js';
export const STYLE = 'console/app/console.css';
export const ICON = 'console/app/icon.svg';
