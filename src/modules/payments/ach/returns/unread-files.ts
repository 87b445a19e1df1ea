/** Files of the bank that wait for a person: refused, or unread for longer than the next look takes (A17). */
import { lstat, readdir } from 'node:fs/promises';
import { MINUTE_MS } from '../../../../time/units.ts';
import { orNothing, shownName, UNFINISHED } from './incoming-files.ts';

/** Two looks at the folder. */
const LOOKED_AT_MS = 10 * MINUTE_MS;

interface UnreadFile {
  /** Below the folder: `refused/returns.txt`. */
  readonly path: string;
  readonly isRefused: boolean;
  /** When it last changed, in microseconds. */
  readonly since: number;
}

/** In the order of their paths; the first ones after a path. A folder that is not there has none. */
export async function unreadFiles(folder: string, slice: UnreadSlice): Promise<readonly UnreadFile[]> {
  try {
    return await filesIn(folder, slice);
  } catch {
    // Nobody knows what is in it.
    return slice.after < FOLDER ? [{ path: FOLDER, isRefused: false, since: slice.nowUs }] : [];
  }
}

/** The folder itself, where it cannot be read. */
const FOLDER = '.';

interface UnreadSlice {
  readonly after: string;
  readonly limit: number;
  readonly nowUs: number;
}

async function filesIn(folder: string, { after, limit, nowUs }: UnreadSlice): Promise<UnreadFile[]> {
  const names = [
    ...(await namesIn(folder)).filter((name) => !UNFINISHED.test(shownName(name))).map((name) => ['', name] as const),
    ...(await namesIn(`${folder}/refused`)).map((name) => ['refused/', name] as const),
  ].map(([place, name]) => ({ place, name, path: place + shownName(name) }));
  const found: UnreadFile[] = [];
  for (const { place, name, path } of names.filter((one) => one.path > after).sort(byPath)) {
    if (found.length === limit) break;
    const about = await lstat(Buffer.concat([Buffer.from(`${folder}/${place}`), name])).catch(orNothing);
    if (about === undefined || about.isDirectory()) continue;
    const [isRefused, since] = [place !== '', Math.floor(about.ctimeMs * 1000)];
    if (isRefused || since <= nowUs - LOOKED_AT_MS * 1000) found.push({ path, isRefused, since });
  }
  return found;
}

const byPath = (one: { readonly path: string }, other: { readonly path: string }) => (one.path < other.path ? -1 : 1);

async function namesIn(folder: string): Promise<Buffer[]> {
  return (await readdir(folder, { encoding: 'buffer' }).catch(orNothing)) ?? [];
}
