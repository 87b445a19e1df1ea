/**
 * Finds words that this project does not use, in code, tests and docs, and names the word to use instead. A room (a
 * folder such as src/time or docs/venue) may have as many as word-baseline.json says; the baseline only shrinks.
 *
 * node scripts/lint/words.ts            fails when a room has more than its baseline
 * node scripts/lint/words.ts --shrink   lowers the baseline to what is there now
 * node scripts/lint/words.ts --all ROOM lists each occurrence in the rooms that begin with ROOM
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface WordRule {
  /** Words or phrases in small letters. Parts of identifiers are words too: hubOrder is "hub order". */
  readonly words: readonly string[];
  /** What to write instead. */
  readonly use: string;
  /** A pattern of paths; without it the rule is for all files. */
  readonly in?: string;
  /** Phrases with one of the words that are right. */
  readonly except?: readonly string[];
}

/** Lines that may use a word, for example because they name a field of the API. */
export interface AllowedLine {
  /** Absent: in all files. */
  readonly file?: string;
  readonly contains: string;
  readonly because: string;
}

export interface WordHit {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

/** Occurrences by room, then by word. */
export type Counts = Record<string, Record<string, number>>;

interface CompiledRule {
  readonly path: RegExp;
  readonly words: RegExp;
  readonly except: RegExp | null;
  readonly use: string;
}

const root = resolve(import.meta.dirname, '../..');
const BASELINE = 'scripts/lint/word-baseline.json';
const RULES = 'scripts/lint/word-rules.json';

function phrases(list: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${list.join('|')})(?![a-z])`, 'g');
}

function compiled(rule: WordRule): CompiledRule {
  const except = rule.except === undefined ? null : phrases(rule.except);
  return { path: new RegExp(rule.in ?? ''), words: phrases(rule.words), except, use: rule.use };
}

/** The words of a text in small letters, a space between, with the line of each character. */
function wordsOf(text: string): { readonly words: string; readonly lines: number[] } {
  let words = '';
  const lines: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    for (const [token] of line.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\sA-Za-z_*/`'-]/g)) {
      words += `${token.toLowerCase()} `;
      while (lines.length < words.length) lines.push(at + 1);
    }
  }
  return { words, lines };
}

/** Each occurrence of a word of the rules in a file, by line. */
export function hitsOf(file: string, text: string, rules: readonly WordRule[]): WordHit[] {
  const { words, lines } = wordsOf(text);
  const hits = rules.map(compiled).flatMap((rule) => {
    if (!rule.path.test(file)) return [];
    const masked = rule.except === null ? words : words.replace(rule.except, ({ length }) => '#'.repeat(length));
    return [...masked.matchAll(rule.words)].map(({ 0: word, index }) => ({
      file,
      line: lines[index] as number,
      word,
      use: rule.use,
    }));
  });
  return hits.sort((a, b) => a.line - b.line);
}

/** src/time of src/time/clock.ts, src/modules/kyc of a file in that folder, docs/venue of its pages. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'modules' && parts.length > 3 ? 3 : 2).join('/');
}

export function countsOf(hits: readonly WordHit[]): Counts {
  const counts: Counts = {};
  for (const { file, word } of hits) {
    const words = counts[roomOf(file)] ?? {};
    words[word] = (words[word] ?? 0) + 1;
    counts[roomOf(file)] = words;
  }
  return counts;
}

/** The hits of each word that a room has more often than the baseline says. */
export function excessOf(hits: readonly WordHit[], baseline: Counts): WordHit[] {
  const counts = countsOf(hits);
  return hits.filter(({ file, word }) => {
    const room = roomOf(file);
    return (counts[room]?.[word] ?? 0) > (baseline[room]?.[word] ?? 0);
  });
}

/** The baseline with each count lowered to what is there now, never raised. */
export function shrunk(baseline: Counts, now: Counts): Counts {
  const rooms = Object.entries(baseline).flatMap(([room, words]) => {
    const left = Object.entries(words)
      .map(([word, count]) => [word, Math.min(count, now[room]?.[word] ?? 0)] as const)
      .filter(([, count]) => count > 0);
    return left.length === 0 ? [] : [[room, Object.fromEntries(left)] as const];
  });
  return Object.fromEntries(rooms);
}

function totals(counts: Counts): Map<string, number> {
  const sums = new Map<string, number>();
  for (const words of Object.values(counts)) {
    for (const [word, count] of Object.entries(words)) sums.set(word, (sums.get(word) ?? 0) + count);
  }
  return sums;
}

/** The known words that a baseline has more often than the one before. Moves between rooms are no growth. */
export function grown(before: Counts, now: Counts, known: readonly WordRule[]): string[] {
  const words = new Set(known.flatMap((rule) => rule.words));
  const allowed = totals(before);
  return [...totals(now)]
    .filter(([word, sum]) => words.has(word) && sum > (allowed.get(word) ?? 0))
    .map(([word]) => word);
}

export function readRules(): {
  readonly rules: WordRule[];
  readonly allowed: AllowedLine[];
  readonly baseline: Counts;
} {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  return { rules: read(RULES), allowed: read('scripts/lint/word-allowed.json'), baseline: read(BASELINE) };
}

/** All hits of the repository, without the allowed lines; and the allowed lines that allow nothing any more. */
export function repositoryHits(rules: readonly WordRule[], allowed: readonly AllowedLine[]) {
  const folders = '{src,test,docs,scripts,bench,ops}/**/*.{ts,mjs,cjs,js,md,yml,yaml,css,html,json,py}';
  const skipped = /\/generated\/|^bench\/results\/|^scripts\/lint\/word|\/fixtures\/|answers\.json$/;
  const files = globSync(['README.md', folders], { cwd: root }).filter((file) => !skipped.test(file));
  const unused = new Set(allowed);
  const hits = files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n');
    return hitsOf(file, text, rules).filter(({ line }) => {
      const allowing = allowed.find((one) => (one.file ?? file) === file && lines[line - 1]?.includes(one.contains));
      if (allowing !== undefined) unused.delete(allowing);
      return allowing === undefined;
    });
  });
  return { hits, unused: [...unused] };
}

/** A file as main has it; null where git or main is not there. */
function onMain(file: string): string | null {
  try {
    return execFileSync('git', ['show', `main:${file}`], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return null;
  }
}

function show(hits: readonly WordHit[]): void {
  for (const { file, line, word, use } of hits) console.error(`${file}:${line}: "${word}": write ${use}`);
}

function check(hits: readonly WordHit[], unused: readonly AllowedLine[], baseline: Counts): boolean {
  const excess = excessOf(hits, baseline);
  show(excess);
  for (const { file, contains } of unused)
    console.error(`word-allowed.json: no use for ${file ?? 'any file'}: ${contains}`);
  const [before, known] = [onMain(BASELINE), onMain(RULES)];
  const more = before === null || known === null ? [] : grown(JSON.parse(before), baseline, JSON.parse(known));
  if (more.length > 0) console.error(`${BASELINE} may only shrink; it has more of: ${more.join(', ')}`);
  return excess.length + unused.length + more.length === 0;
}

function main([option, room = '']: readonly string[]): void {
  const { rules, allowed, baseline } = readRules();
  const { hits, unused } = repositoryHits(rules, allowed);
  if (option === '--shrink') {
    writeFileSync(join(root, BASELINE), `${JSON.stringify(shrunk(baseline, countsOf(hits)), null, 2)}\n`);
  } else if (option === '--all') {
    show(hits.filter(({ file }) => roomOf(file).startsWith(room)));
  } else if (!check(hits, unused, baseline)) {
    process.exitCode = 1;
  }
}

if (import.meta.main) main(process.argv.slice(2));
