/** Lines of code files, for tests that count what a change needs. */
import { readFileSync } from 'node:fs';

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

export const linesWith = (file: string, pattern: RegExp): string[] =>
  linesOf(file).filter((line) => pattern.test(line));

/** The lines of what begins with these words, to the line that closes it. */
export function statement(file: string, beginning: string): string[] {
  const lines = linesOf(file);
  const first = lines.findIndex((line) => line.startsWith(beginning));
  if (first < 0) throw new Error(`${file} has no ${beginning}`);
  const indent = /^ */.exec(lines[first]!)![0];
  const last = lines.findIndex((line, at) => at > first && new RegExp(`^${indent}[\\]})]`).test(line));
  return lines.slice(first, last + 1);
}
