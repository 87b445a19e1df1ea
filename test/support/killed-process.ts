import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { closeAfterTest } from './cleanup.ts';

const COMPILE_CACHE = join(import.meta.dirname, '../../scripts/compile-cache.mjs');

/** Runs a program that says when it begins; kills it n milliseconds afterwards. True: it finished. */
export async function runKilled(program: string, work: object, killAfterMs?: number): Promise<boolean> {
  const options = [`--import=${COMPILE_CACHE}`, program, JSON.stringify(work)];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  closeAfterTest(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code, signal] = await ended;
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return code === 0;
}
