import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type PreparedFile, versionOf } from './prepared-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Styles and scripts of hosted pages. */
export interface PageAsset extends PreparedFile {
  /** As a page names it, relative to itself: a proxy may serve all under another path. */
  readonly href: string;
}

/** Reads the files by name; changed content has another address, so browsers may cache each address forever. */
export function readPageAssets(files: Readonly<Record<string, URL>>): ReadonlyMap<string, PageAsset> {
  return new Map(
    Object.entries(files).map(([name, file]) => {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      if (type === undefined) throw new Error(`hosted pages load no file like ${name}`);
      const plain = readFileSync(file);
      const version = versionOf(plain);
      return [name, { type, version, plain, gzip: gzipSync(plain), href: `assets/${name}?v=${version}` }];
    }),
  );
}
