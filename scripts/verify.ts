/**
 * Checks the journal and the snapshots of a data folder, its venue/ or a backup of it, and changes nothing:
 *
 *   npm run verify -- FOLDER [--archive FOLDER] [--reports FOLDER] [--replay]
 *
 * Every checksum, the chain of hashes, the snapshots and their places in the chain, the files of the reports (those of
 * the folder when nothing else is said) and the places of their days in the chain; with --replay, the state that the
 * journal comes to from its first record is compared with each snapshot, and the events of each day with its report.
 * Exit code 0: all is whole; 1: something is not; 2: wrong use.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReportManifest } from '../src/database/tables/reports.ts';
import { nodeFileSystem } from '../src/exchange/file-system.ts';
import { type JournalMark, type VerifyReport, verifyVenue } from '../src/exchange/verify.ts';
import { checkReports } from '../src/history/reports/manifest.ts';

const USAGE = 'usage: npm run verify -- FOLDER [--archive FOLDER] [--reports FOLDER] [--replay]';

function main(): number {
  let report: VerifyReport;
  let reports: ReturnType<typeof checkReports>;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        archive: { type: 'string' },
        reports: { type: 'string' },
        replay: { type: 'boolean', default: false },
      },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new Error('one folder is wanted');
    reports = checkReports(values.reports ?? join(folder, 'reports'));
    report = verifyVenue(nodeFileSystem, venueFolder(folder), {
      archiveFolder: values.archive ?? null,
      replay: values.replay,
      marks: reports.manifests.map(markOf),
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const problems = [...report.problems, ...reports.problems];
  for (const finding of report.findings) console.log(finding);
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  console.log(problems.length === 0 ? 'whole' : 'not whole');
  return problems.length === 0 ? 0 : 1;
}

function markOf({ date, command, lastEventSeq: eventSeq, chain }: ReportManifest): JournalMark {
  return { name: `report of ${date}`, command, eventSeq, chain };
}

function venueFolder(folder: string): string {
  const inside = join(folder, 'venue');
  return existsSync(inside) ? inside : folder;
}

process.exitCode = main();
