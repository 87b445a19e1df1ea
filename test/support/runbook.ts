/** The commands of docs/operate/runbooks.md, as the page has them: a test that runs them fails where they are wrong. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'docs/operate/runbooks.md';
const NPM_RUN = 'npm run ';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The texts in `code` of a page, each on one line. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s+/g, ' '));
}

export class Runbook {
  readonly #title: string;
  /** The texts of its numbered steps. */
  readonly #steps: readonly string[];
  readonly #taken = new Set<string>();

  /** @param title of its section */
  constructor(title: string) {
    const section = read(PAGE)
      .split(/^## /m)
      .find((one) => one.startsWith(`${title}\n`));
    if (section === undefined) throw new Error(`${PAGE} has no section "${title}"`);
    this.#title = title;
    const [steps = ''] = section.split('**Over**');
    this.#steps = steps.split(/^\d+\. /m).slice(1);
  }

  /** A command of npm of a step, both counted from 1. */
  command(step: number, place = 1): string {
    return this.#take(step, place, NPM_RUN);
  }

  /** A statement of a step. */
  sql(step: number, place = 1): string {
    return this.#take(step, place, 'select ');
  }

  /** The commands of npm and the statements that nobody has taken. */
  get untaken(): string[] {
    const spans = this.#steps.flatMap(codeOf);
    return spans.filter((span) => /^(npm run|select) /.test(span) && !this.#taken.has(span));
  }

  #take(step: number, place: number, start: string): string {
    const spans = codeOf(this.#steps[step - 1] ?? '').filter((span) => span.startsWith(start));
    const span = spans[place - 1];
    if (span === undefined) throw new Error(`step ${step} of the runbook "${this.#title}" has no ${place}. ${start}`);
    this.#taken.add(span);
    return span;
  }
}

/**
 * Runs `npm run NAME -- ARGUMENTS` without npm: the script that package.json names. Words in capitals are replaced by
 * the values of that name. Resolves with what it printed; rejects where it fails.
 */
export async function runCommand(
  command: string,
  values: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const [name = '', ...words] = command.slice(NPM_RUN.length).split(' ');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const [program, script] = (scripts[name] ?? '').split(' ');
  if (program !== 'node' || script === undefined) throw new Error(`package.json has no such script: ${command}`);
  const args = words.filter((word) => word !== '--').map((word) => replaced(word, values));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  return (await promisify(execFile)(process.execPath, [join(ROOT, script), ...args], { env })).stdout;
}

function replaced(word: string, values: Readonly<Record<string, string>>): string {
  if (!/^[A-Z_]+$/.test(word)) return word;
  const value = values[word];
  if (value === undefined) throw new Error(`the runbook names ${word}, which this test does not know`);
  return value;
}

/** Empties the order history, by the tables that docs/operate/operations.md names. */
export function emptyHistorySql(): string {
  const [, text = ''] =
    /must\s+not be newer: empty(.*?)in one transaction/s.exec(read('docs/operate/operations.md')) ?? [];
  const names = codeOf(text);
  const tables = names.filter((name) => !name.includes('.'));
  const [table = '', column = ''] = (names.find((name) => name.includes('.')) ?? '').split('.');
  if (tables.length === 0 || column === '')
    throw new Error('docs/operate/operations.md names no tables of the history');
  const statements = [...tables.map((name) => `delete from ${name}`), `update ${table} set ${column} = 0`];
  return `begin; ${statements.join('; ')}; commit`;
}
