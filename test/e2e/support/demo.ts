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

/** `name`: of a file in scripts/, such as demo-offering.ts. */
export async function runScript(
  name: string,
  flags: readonly string[],
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<DemoRun> {
  const script = fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...flags], { env: { PATH: process.env.PATH, ...settings } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, stdout, stderr };
}
