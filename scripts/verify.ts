/**
 * Checks the journal and the snapshots of a data folder, its venue/ or a backup of it, and changes nothing:
 *
 *   npm run verify -- FOLDER [--archive FOLDER] [--replay]
 *
 * Every checksum, the chain of hashes, the snapshots and their places in the chain; with --replay, the state that the
 * journal comes to from its first record is compared with each snapshot. Exit code 0: all is whole; 1: something is
 * not; 2: wrong use.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeFileSystem } from '../src/exchange/file-system.ts';
import { type VerifyReport, verifyVenue } from '../src/exchange/verify.ts';

const USAGE = 'usage: npm run verify -- FOLDER [--archive FOLDER] [--replay]';

function main(): number {
  let report: VerifyReport;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { archive: { type: 'string' }, replay: { type: 'boolean', default: false } },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new Error('one folder is wanted');
    report = verifyVenue(nodeFileSystem, venueFolder(folder), {
      archiveFolder: values.archive ?? null,
      replay: values.replay,
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  for (const finding of report.findings) console.log(finding);
  for (const problem of report.problems) console.error(`PROBLEM ${problem}`);
  console.log(report.problems.length === 0 ? 'whole' : 'not whole');
  return report.problems.length === 0 ? 0 : 1;
}

function venueFolder(folder: string): string {
  const inside = join(folder, 'venue');
  return existsSync(inside) ? inside : folder;
}

process.exitCode = main();
