import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const example = new URL('example.ts', import.meta.url);
const readme = new URL('../../src/matching/README.md', import.meta.url);

test('the example of the README runs as it is printed there, with the sources in place of the package', () => {
  const text = readFileSync(readme, 'utf8');
  expect(text).toContain(`\`\`\`ts\n${readFileSync(example, 'utf8')}\`\`\`\n`);

  const output = execFileSync(process.execPath, ['--conditions=openats-source', example.pathname], {
    encoding: 'utf8',
  });
  expect(text).toContain(`\`\`\`text\n${output}\`\`\`\n`);
});
