/** Checks the subjects of the commits of a branch that main does not have: `area: imperative summary`. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const SUBJECT_MAX = 72;

/** What is wrong with a subject; null when it is well-formed. */
export function subjectFault(subject: string): string | null {
  if (subject.length >= SUBJECT_MAX) return `has ${subject.length} characters; write fewer than ${SUBJECT_MAX}`;
  const [, summary] = /^[a-z0-9][a-z0-9/-]*(?:, [a-z0-9][a-z0-9/-]*)*: (\S.*)$/.exec(subject) ?? [];
  if (summary === undefined) return 'is not of the form `area: imperative summary`';
  if (summary.endsWith('.')) return 'ends with a period';
  if (!summary.includes(' ')) return 'says too little: write a verb and its object';
  return null;
}

/** The subjects between main and HEAD without merges; empty where git or main is not there. */
function subjects(): string[] {
  const cwd = resolve(import.meta.dirname, '../..');
  try {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%s', 'main..HEAD'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.toString().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

if (import.meta.main) {
  for (const subject of subjects()) {
    const fault = subjectFault(subject);
    if (fault === null) continue;
    console.error(`commit "${subject}" ${fault}`);
    process.exitCode = 1;
  }
}
