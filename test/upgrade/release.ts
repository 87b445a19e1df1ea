/** The data of a release and what it answered from them, as `npm run record:release` keeps them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Of the sandbox that is recorded, and of one that runs on its data. */
export const RELEASE_SETTINGS = { MARKET_ALWAYS_OPEN: 'true', PUBLIC_URL: 'http://127.0.0.1:8080' } as const;

export interface RecordedRequest {
  readonly host: 'api' | 'legacy';
  readonly path: string;
  readonly verb: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sent?: string;
}

export interface RecordedRead extends RecordedRequest {
  readonly status: number;
  /** The whole response, as its text. */
  readonly body: string;
}

export interface Release {
  readonly recordedAtMs: number;
  readonly reads: readonly RecordedRead[];
  /** The data folder: contents as base64, by paths. */
  readonly files: Readonly<Record<string, string>>;
  /** SQL of the database, where it was PostgreSQL. */
  readonly dump?: string;
}

const FOLDER = join(import.meta.dirname, 'releases');

/** The names of the files of all releases. */
export const releases = (): readonly string[] => readdirSync(FOLDER).sort();

export function readRelease(name: string): Release {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, name))).toString()) as Release;
}

export function unpack({ files }: Release, folder: string): void {
  for (const [path, contents] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, Buffer.from(contents, 'base64'), { mode: 0o600 });
  }
}

export async function answerTo(
  { host, path, verb, headers, sent }: RecordedRequest,
  addresses: Readonly<Record<'api' | 'legacy', string>>,
): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(new URL(path, addresses[host]), {
    method: verb,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: response.status, body: await response.text() };
}
