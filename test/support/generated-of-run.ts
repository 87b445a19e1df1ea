import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A checkout in which a test is run before the set-up lacks what the set-up generates. */
export default function makeGenerated(): void {
  const root = join(import.meta.dirname, '../..');
  if (existsSync(join(root, 'src/client/generated/ways.ts'))) return;
  execFileSync(process.execPath, ['scripts/setup.cjs'], { cwd: root, stdio: 'inherit' });
}
