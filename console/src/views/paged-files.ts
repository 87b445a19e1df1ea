/** Files that the API answers in pages: all of them, also of what is not shown yet. */
import type { MethodName } from '../client/index.ts';
import type { Desk, Fields } from '../data/index.ts';
import { attempt, download } from '../parts/index.ts';

const PAGES_MAX = 1000;

interface PagedFile {
  readonly method: MethodName;
  readonly asked: Fields;
  /** The field of the answer with the text of a page. */
  readonly key: 'csv' | 'ocf';
}

/** The text of each page; undefined: the venue did not answer, which was said. */
export async function filePages(desk: Desk, { method, asked, key }: PagedFile): Promise<string[] | undefined> {
  const pages: string[] = [];
  const format = key.toUpperCase();
  const read = async () => {
    for (let cursor: unknown; cursor !== null; ) {
      if (pages.length === PAGES_MAX) throw new Error('The file is too long for a browser: read it with the API');
      const answer = await desk.session.api.call(method, {
        ...asked,
        format,
        ...(cursor === undefined ? {} : { cursor }),
      });
      pages.push(String(answer[key]));
      cursor = answer.nextCursor;
    }
  };
  return (await attempt(desk, read, '')) ? pages : undefined;
}

/** The header is that of the first page. */
export async function saveCsv(desk: Desk, name: string, file: Omit<PagedFile, 'key'>): Promise<void> {
  const pages = await filePages(desk, { ...file, key: 'csv' });
  const lines = pages?.map((page, index) => (index === 0 ? page : page.slice(page.indexOf('\n') + 1)));
  if (lines !== undefined) download(name, new Blob(lines, { type: 'text/csv;charset=utf-8' }));
}
