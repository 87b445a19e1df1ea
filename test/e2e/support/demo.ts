/** Runs a program of scripts/ as npm does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface DemoRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `name`: of a file in scripts/, such as demo.ts. */
export async function runScript(
  name: string,
  flags: readonly string[],
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<DemoRun> {
  const scripts = fileURLToPath(new URL('../../../scripts', import.meta.url));
  const program = [`--import=${scripts}/compile-cache.mjs`, `${scripts}/${name}`];
  const child = spawn(process.execPath, [...program, ...flags], { env: { PATH: process.env.PATH, ...settings } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, stdout, stderr };
}
