import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportManifest, ReportManifestFile } from '../../database/schema/index.ts';

export const MANIFEST_FILE = 'manifest.json';

export function manifestText(manifest: ReportManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readManifest(folder: string): ReportManifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as ReportManifest;
}

/** The manifests of the complete reports of a folder, and the problems of the files of each. */
export function checkReports(folder: string): { readonly manifests: ReportManifest[]; readonly problems: string[] } {
  const manifests: ReportManifest[] = [];
  const problems: string[] = [];
  const dates = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)) : [];
  for (const date of dates.sort()) {
    try {
      const manifest = readManifest(join(folder, date));
      manifests.push(manifest);
      if (manifest.date !== date) problems.push(`${join(folder, date)}: its manifest is that of ${manifest.date}`);
      for (const file of manifest.files) problems.push(...problemsOf(join(folder, date, file.name), file));
    } catch (error) {
      problems.push(`${join(folder, date)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { manifests, problems };
}

/** Bytes that are read of a file at a time. */
const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 10;
const QUOTE = 34;

function problemsOf(path: string, { sha256, bytes, rows }: ReportManifestFile): string[] {
  if (!existsSync(path)) return [`${path}: it is missing`];
  const found = measured(path);
  if (found.sha256 !== sha256) return [`${path}: its SHA-256 is not that of the manifest`];
  // Rows of a Parquet file are not lines.
  if (found.bytes !== bytes || (path.endsWith('.csv') && found.rows !== rows))
    return [`${path}: it has ${found.rows} rows in ${found.bytes} bytes`];
  return [];
}

function measured(path: string): Omit<ReportManifestFile, 'name'> {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const file = openSync(path, 'r');
  let [bytes, lines, quoted] = [0, 0, false];
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const piece = chunk.subarray(0, read);
      hash.update(piece);
      bytes += read;
      for (const byte of piece) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines++;
      }
    }
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), bytes, rows: lines - 1 };
}
