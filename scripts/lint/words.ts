/**
 * Finds words that this project does not use, in code, tests and docs, and names the word to use instead.
 *
 * node scripts/lint/words.ts          fails on any of them
 * node scripts/lint/words.ts FOLDER   the same, in the files whose path begins with FOLDER
 */
import { globSync, readFileSync } from 'node:fs';
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

interface CompiledRule {
  readonly path: RegExp;
  readonly words: RegExp;
  readonly except: RegExp | null;
  readonly use: string;
}

const root = resolve(import.meta.dirname, '../..');

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

export function readRules(): { readonly rules: WordRule[]; readonly allowed: AllowedLine[] } {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
  return { rules: read('word-rules.json'), allowed: read('word-allowed.json') };
}

/** All hits of the repository, without the allowed lines; and the allowed lines that allow nothing any more. */
export function repositoryHits(rules: readonly WordRule[], allowed: readonly AllowedLine[]) {
  const kinds = 'ts,tsx,mjs,cjs,js,md,yml,yaml,css,html,json,py';
  const folders = `{,fix/,console/}{src,test,docs,scripts,bench,ops}/**/*.{${kinds}}`;
  const skipped = /\/generated\/|^bench\/results\/|^scripts\/lint\/word|\/fixtures\/|answers\.json$/;
  const files = globSync(['README.md', 'fix/README.md', folders], { cwd: root }).filter((file) => !skipped.test(file));
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

function main(folder = ''): void {
  const { rules, allowed } = readRules();
  const { hits, unused } = repositoryHits(rules, allowed);
  const shown = hits.filter(({ file }) => file.startsWith(folder));
  for (const { file, line, word, use } of shown) console.error(`${file}:${line}: "${word}": write ${use}`);
  for (const { file, contains } of unused) {
    console.error(`word-allowed.json: no use for ${file ?? 'any file'}: ${contains}`);
  }
  if (shown.length + unused.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv[2]);
