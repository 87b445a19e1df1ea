/**
 * Snapshots: the venue's state after one command, so that recovery need not read the journal from its first record.
 * A file of JSON lines; the last line holds the number of lines and the CRC-32 of all bytes before it. It is written
 * under another name, made durable and then renamed, so that a file with the right name is whole or was damaged later.
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Microseconds } from '../../time/units.ts';
import { checkRules, RULES } from '../api/index.ts';
import { VenueState } from '../desks/index.ts';
import type { CommandSeq, FileSystem, JournalPosition } from '../journal/index.ts';
import { EFFECTS_MAX, type VenueCounters } from '../records/index.ts';
import { type Line, linesOf, loadLine } from './snapshot-lines.ts';

const FORMAT = 'openats-snapshot';
/**
 * Version 4 brought the lines of the register, version 5 its numbered entries and issues, version 6 those of fees and
 * of quotes and corporate
 * actions. Releases that read earlier ones only do not know them; those are read here.
 */
const FORMAT_VERSION = 6;
const FORMATS_READ: ReadonlySet<number> = new Set([3, 4, 5, FORMAT_VERSION]);
const SNAPSHOT_NAME = /^snapshot-(\d{16})\.jsonl$/;
const CHUNK_BYTES = 1024 * 1024;

interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly shard: number;
  readonly sequence: CommandSeq;
  readonly hash: string;
  readonly counters: VenueCounters;
}

export interface SnapshotFile {
  readonly path: string;
  readonly sequence: CommandSeq;
}

/** The snapshots of a folder, newest first. */
export function listSnapshots(files: FileSystem, folder: string): SnapshotFile[] {
  const found: SnapshotFile[] = [];
  for (const name of files.list(folder)) {
    const match = SNAPSHOT_NAME.exec(name);
    if (match !== null) found.push({ path: join(folder, name), sequence: Number(match[1]) });
  }
  return found.sort((a, b) => b.sequence - a.sequence);
}

/**
 * Writes the state after `position` into the folder; returns the file's path. The state must not change until then.
 * Each piece is made durable before the next is made: hundreds of megabytes at once would fill the queue of the disk,
 * and the orders of that moment would wait for them.
 */
export async function writeSnapshot(
  files: FileSystem,
  folder: string,
  state: VenueState,
  position: JournalPosition,
): Promise<string> {
  const path = join(folder, `snapshot-${String(position.sequence).padStart(16, '0')}.jsonl`);
  const temporary = `${path}.tmp`;
  files.remove(temporary);
  const file = files.openForWriting(temporary);
  try {
    const out = new ChunkedWriter(files, file);
    const header: Header = {
      format: FORMAT,
      version: FORMAT_VERSION,
      shard: position.shard,
      sequence: position.sequence,
      hash: position.hash.toString('hex'),
      counters: state.counters,
    };
    out.line(JSON.stringify(header));
    for (const line of linesOf(state)) {
      out.line(JSON.stringify(line));
      if (out.isFull) await out.flush();
    }
    await out.end();
  } catch (error) {
    files.remove(temporary);
    throw error;
  } finally {
    files.close(file);
  }
  files.rename(temporary, path);
  files.syncFolder(folder);
  return path;
}

/** Collects lines into chunks and keeps count and checksum. */
class ChunkedWriter {
  readonly #files: FileSystem;
  readonly #file: number;
  #pending: string[] = [];
  #pendingLength = 0;
  #lines = 0;
  #checksum = 0;
  #size = 0;

  constructor(files: FileSystem, file: number) {
    this.#files = files;
    this.#file = file;
  }

  get isFull(): boolean {
    return this.#pendingLength >= CHUNK_BYTES;
  }

  line(text: string): void {
    this.#pending.push(text);
    this.#pendingLength += text.length;
    this.#lines++;
  }

  /** Writes the collected bytes and makes them durable. */
  async flush(): Promise<void> {
    const bytes = Buffer.from(`${this.#pending.join('\n')}\n`);
    this.#pending = [];
    this.#pendingLength = 0;
    this.#checksum = crc32(bytes, this.#checksum);
    await this.#write(bytes);
  }

  async end(): Promise<void> {
    if (this.#pending.length > 0) await this.flush();
    await this.#write(Buffer.from(JSON.stringify({ lines: this.#lines, crc32: this.#checksum })));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#files.write(this.#file, bytes, this.#size);
    this.#size += bytes.length;
    await this.#files.sync(this.#file);
  }
}

/** Enough for the first line of a snapshot. */
const HEADER_BYTES = 1024 * 1024;

/** The time of the last command of a snapshot, without reading the rest of it. Throws where it has no such line. */
export function timeOfSnapshot(files: FileSystem, path: string): Microseconds {
  const bytes = files.readAt(path, 0, HEADER_BYTES);
  return (JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(0x0a))) as Header).counters.time;
}

export interface LoadedSnapshot {
  readonly state: VenueState;
  readonly position: JournalPosition;
}

/**
 * The state of a snapshot file; throws, saying why, when the file is not whole or not of this shard or version.
 * @param effectsMax the slice size of this release; tests pass others
 */
export function loadSnapshot(
  files: FileSystem,
  path: string,
  shard: number,
  effectsMax: number = EFFECTS_MAX,
): LoadedSnapshot {
  const bytes = files.read(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const footer = JSON.parse(bytes.toString('utf8', end)) as { lines: number; crc32: number };
  if (footer.crc32 !== crc32(bytes.subarray(0, end))) throw new Error('its checksum is wrong');
  let state: VenueState | undefined;
  let position: JournalPosition | undefined;
  for (let at = 0; at < end; ) {
    const next = bytes.indexOf(0x0a, at);
    const parsed = JSON.parse(bytes.toString('utf8', at, next)) as unknown;
    at = next + 1;
    if (state === undefined) {
      const header = parsed as Header;
      if (header.format !== FORMAT || !FORMATS_READ.has(header.version)) throw new Error('its format is not known');
      if (header.shard !== shard) throw new Error(`it belongs to shard ${header.shard}`);
      state = new VenueState(shard, RULES, effectsMax);
      checkRules(header.counters.rules, RULES);
      Object.assign(state.counters, header.counters);
      position = { shard, sequence: header.sequence, hash: Buffer.from(header.hash, 'hex') };
    } else {
      loadLine(state, parsed as Line);
    }
  }
  if (state === undefined || position === undefined) throw new Error('it is empty');
  return { state, position };
}
