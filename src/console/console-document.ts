import { h, htmlDocument } from '../http/hosted-pages/index.ts';
import type { PageFiles } from './built-files.ts';

interface DocumentOptions {
  readonly environment: string;
  /** The folders below /console of the address. */
  readonly folders: readonly string[];
}

/**
 * The document. The app's settings are in attributes: nothing is inline. Addresses are relative to the page: a proxy
 * may serve all under its own path.
 */
export function consoleDocument(files: PageFiles, { environment, folders }: DocumentOptions): string {
  const root = folders.length === 0 ? './' : '../'.repeat(folders.length);
  const address = (path: string) => `${root}console/${path}`;
  return htmlDocument(
    'OpenATS console',
    [
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('link', { rel: 'icon', type: 'image/svg+xml', href: address(files.icon) }),
      h('link', { rel: 'stylesheet', href: address(files.style) }),
      files.preloads.map((path) => h('link', { rel: 'modulepreload', href: address(path) })),
      h('script', { type: 'module', src: address(files.main) }),
    ],
    h(
      'body',
      {},
      h('div', { id: 'app', 'data-environment': environment, 'data-root': root }),
      h(
        'noscript',
        {},
        'The console needs JavaScript. All that it does is in the API: ',
        h('a', { href: `${root}docs` }, 'docs'),
        '.',
      ),
    ),
  );
}
