/** Runs all definitions of the folders of the arguments, and of FIX_DEFINITIONS_DIR; resolves with the result sheet. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from './definition.ts';
import { withEchoGateway } from './echo-gateway.ts';

interface Result {
  readonly name: string;
  /** Undefined: it passes. */
  readonly fault: string | undefined;
}

export const OWN_DEFINITIONS = join(import.meta.dirname, 'definitions');

/** Each definition has a separate gateway. Several run at once: some wait for heartbeats. */
export async function certify(folders: readonly string[]): Promise<Result[]> {
  const files = folders.flatMap((folder) => globSync(join(folder, '*.def')).sort());
  const results = new Map<string, Result>();
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const definition = readFileSync(file, 'latin1');
      const fault = await withEchoGateway((acceptor) => run(definition, acceptor)).catch(
        (error: Error) => error.message,
      );
      results.set(file, { name: basename(file, '.def'), fault });
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return files.map((file) => results.get(file) as Result);
}

/** A table of Markdown, and the count. */
export function sheetOf(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, fault }) => `| ${name} | ${fault === undefined ? 'pass' : `FAIL: ${cell(fault)}`} |`,
  );
  const passed = results.filter(({ fault }) => fault === undefined).length;
  return ['| Definition | Result |', '| --- | --- |', ...rows, '', `${passed} of ${results.length} pass.`].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
