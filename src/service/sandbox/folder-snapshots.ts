/**
 * Snapshots of the data folder (Z14). A running venue writes all the time, so each change is done while no service is
 * open: it is written down, the service ends, and the next start of it does what is written. A crash on the way leaves
 * it written down: the start after that does it again, from the beginning.
 *
 *     DATA_DIR/snapshots/NAME/     a copy of everything else in DATA_DIR
 *     DATA_DIR/snapshots/.change   the last change that was asked for
 *     DATA_DIR/snapshots/.copy     an unfinished copy
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { nodeFileSystem } from '../../exchange/journal/index.ts';
import { lockFolder, noteRestore } from '../../exchange/storage/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import type { FolderChange, SandboxSnapshots, Snapshot } from '../../modules/sandbox/index.ts';

const FOLDER = 'snapshots';
const SNAPSHOTS_MAX = 20;
/** The lock of the folder is of whoever has it. */
const NEVER_COPIED = /^(snapshots|lock\.db.*)$/;
/** What a reset leaves: the keys, which integrators have in their settings. */
const KEPT_BY_RESET = /^sandbox-(operator|client|counterparty|ticker)\.json$/;

export class FolderSnapshots implements SandboxSnapshots {
  readonly refusal: string | undefined;
  readonly #folder: string;
  readonly #restart: () => void;

  /** @param restart ends the service, for another one to be opened */
  constructor(config: Config, restart: () => void) {
    this.#folder = join(config.DATA_DIR, FOLDER);
    this.#restart = restart;
    this.refusal = refusalOf(config);
  }

  get lastChange(): FolderChange | undefined {
    return readChange(this.#folder);
  }

  all(): readonly Snapshot[] {
    if (!existsSync(this.#folder)) return [];
    const names = readdirSync(this.#folder).filter((name) => !name.startsWith('.'));
    const savedAt = (name: string) => statSync(join(this.#folder, name)).ctime.toISOString();
    return names.sort().map((name) => ({ name, savedAt: savedAt(name) }));
  }

  ask(action: FolderChange['action'], name: string | null): FolderChange {
    if (this.lastChange?.state === 'Waiting') throw new ApiError(190, 'the service restarts for another change');
    const names = this.all().map((snapshot) => snapshot.name);
    const isKnown = name !== null && names.includes(name);
    if (action === 'restore' && !isKnown) throw new ApiError(404);
    if (action === 'save' && !isKnown && names.length >= SNAPSHOTS_MAX) {
      throw new ApiError(190, `at most ${SNAPSHOTS_MAX} snapshots: remove a folder from ${FOLDER} in the data folder`);
    }
    const change = { changeId: randomUUID(), action, name, state: 'Waiting' as const, reason: null };
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeChange(this.#folder, change);
    this.#restart();
    return change;
  }
}

/** Everything has to be in the data folder. */
function refusalOf(config: Config): string | undefined {
  const setting = (['DATABASE_URL', 'JOURNAL_ARCHIVE_DIR', 'ACH_DIR'] as const).find((name) => config[name] !== null);
  const elsewhere = setting ?? (config.DOCUMENT_STORE === 's3' ? 'DOCUMENT_STORE' : undefined);
  if (elsewhere === undefined) return undefined;
  return `snapshots need all data in DATA_DIR, and ${elsewhere} keeps some elsewhere`;
}

/** Does the change that waits, if one does; no service may be open in the folder. Its outcome is written down. */
export async function changeFolder(dataDir: string): Promise<FolderChange | undefined> {
  const folder = join(dataDir, FOLDER);
  const change = readChange(folder);
  if (change?.state !== 'Waiting') return undefined;
  const unlock = await lockFolder(dataDir);
  try {
    const outcome = await perform(dataDir, change).then(
      (): Pick<FolderChange, 'state' | 'reason'> => ({ state: 'Done', reason: null }),
      (error: unknown): Pick<FolderChange, 'state' | 'reason'> => ({
        state: 'Failed',
        reason: (error as Error).message,
      }),
    );
    const ended: FolderChange = { ...change, ...outcome };
    writeChange(folder, ended);
    return ended;
  } finally {
    unlock();
  }
}

async function perform(dataDir: string, { action, name }: FolderChange): Promise<void> {
  const folder = join(dataDir, FOLDER);
  const copy = join(folder, '.copy');
  await rm(copy, { recursive: true, force: true });
  if (action === 'reset') return removeAll(dataDir, KEPT_BY_RESET);
  const saved = join(folder, String(name));
  if (action === 'save') {
    await copyAll(dataDir, copy);
    await rm(saved, { recursive: true, force: true });
    return rename(copy, saved);
  }
  // With the copy made, nothing more can lack room.
  await copyAll(saved, copy);
  const current = join(dataDir, 'venue');
  await noteRestore(nodeFileSystem, join(copy, 'venue'), null, existsSync(current) ? current : undefined);
  await removeAll(dataDir);
  for (const entry of readdirSync(copy)) await rename(join(copy, entry), join(dataDir, entry));
  await rm(copy, { recursive: true, force: true });
}

async function copyAll(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of entriesOf(from)) {
    await cp(join(from, entry), join(to, entry), { recursive: true, preserveTimestamps: true });
  }
}

async function removeAll(dataDir: string, kept?: RegExp): Promise<void> {
  for (const entry of entriesOf(dataDir)) {
    if (kept?.test(entry) !== true) await rm(join(dataDir, entry), { recursive: true, force: true });
  }
}

function entriesOf(folder: string): string[] {
  return readdirSync(folder).filter((entry) => !NEVER_COPIED.test(entry));
}

function readChange(folder: string): FolderChange | undefined {
  const file = join(folder, '.change');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FolderChange) : undefined;
}

function writeChange(folder: string, change: FolderChange): void {
  const file = join(folder, '.change');
  writeFileSync(`${file}.tmp`, JSON.stringify(change), { mode: 0o600, flush: true });
  renameSync(`${file}.tmp`, file);
}
