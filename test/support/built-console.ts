/** Before tests of the console: builds it where its sources have changed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build-console.cjs')], { stdio: 'inherit' });
}
