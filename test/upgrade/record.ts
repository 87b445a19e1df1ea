/**
 * `npm run record:release -- FILE`: makes the calls of all examples in a sandbox, and keeps its data folder (and a dump
 * of its database, where DATABASE_URL names an empty one) with the answers of all reading methods. A later release
 * must answer the same from them (upgrade.test.ts). Run it at each release, before the version is raised.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { ExampleCalls } from '../../scripts/example-calls.ts';
import { readConfig } from '../../src/config.ts';
import { prepareSandbox } from '../../src/service/prepare-sandbox.ts';
import { Service } from '../../src/service/service.ts';
import { answerTo, RELEASE_SETTINGS, type RecordedRead, type Release } from './release.ts';

/** Methods that only read, by their names; all others may change something. */
const READS = /^(get|list|search|find|health|status)/i;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('npm run record:release -- FILE, such as test/upgrade/releases/0.1.0.json.gz');
const { DATABASE_URL } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'openats-release-'));
const config = readConfig({
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
  ...{ DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' },
  ...RELEASE_SETTINGS,
});

async function served<T>(work: (service: Service, demo: Awaited<ReturnType<typeof prepareSandbox>>) => Promise<T>) {
  const service = await Service.open(config, pino({ level: 'warn' }));
  try {
    const demo = await prepareSandbox(service);
    await service.listen();
    return await work(service, demo);
  } finally {
    await service.stop();
  }
}

/** The requests of a run, by what was asked: of equal ones, the last. */
const requests = new Map<string, Omit<RecordedRead, 'status' | 'body'>>();
const plainFetch = globalThis.fetch;

function noteFetch(addresses: Service['addresses']): void {
  globalThis.fetch = (input, init) => {
    const url = new URL(String(input));
    const host = url.origin === addresses.api ? 'api' : 'legacy';
    const path = url.pathname + url.search;
    const verb = init?.method ?? 'GET';
    const method = url.pathname.split('/').find((part) => READS.test(part));
    const isRead = verb === 'GET' || method !== undefined;
    if (isRead && !(init?.body instanceof FormData)) {
      const headers = (init?.headers ?? {}) as Record<string, string>;
      const read = {
        host,
        path,
        verb,
        headers,
        ...(typeof init?.body === 'string' ? { sent: init.body } : {}),
      } as const;
      requests.set(JSON.stringify([verb, path, init?.body]), read);
    }
    return plainFetch(input, init);
  };
}

async function answers({ addresses }: Service): Promise<RecordedRead[]> {
  const answered: RecordedRead[] = [];
  for (const request of requests.values()) answered.push({ ...request, ...(await answerTo(request, addresses)) });
  return answered;
}

try {
  await served(async (service, demo) => {
    const { methods, addresses } = service;
    noteFetch(addresses);
    await new ExampleCalls({ methods, addresses, folder }, demo).all();
    globalThis.fetch = plainFetch;
  });
  const first = await served(answers);
  const second = await served(answers);
  // What goes by the time of day or by the run is no fact of the data.
  const reads = second.filter(
    (read, index) => read.body === first[index]?.body && read.status === first[index]?.status,
  );
  const dump = DATABASE_URL === undefined ? undefined : dumped(DATABASE_URL);
  const release: Release = { recordedAtMs: Date.now(), reads, files: filesOf(folder), ...(dump ? { dump } : {}) };
  writeFileSync(file, gzipSync(JSON.stringify(release), { level: 9 }));
  console.log(`${reads.length} reads of ${second.length}, ${Object.keys(release.files).length} files: ${file}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function filesOf(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(root.length + 1)] = readFileSync(path).toString('base64');
  }
  return files;
}

/** As statements for any client: without the commands of psql. */
function dumped(url: string): string {
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200'];
  const text = execFileSync('pg_dump', [...options, url], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return text.replaceAll(/^\\.*$/gm, '');
}
