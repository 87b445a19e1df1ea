import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readme = read('README.md');

test('each session test case of the README has a test of its number', () => {
  const cases = [...readme.matchAll(/^\| (\d+[BS]?(?:-[a-z])?) \|/gm)].map(([, id]) => id as string);
  expect(cases.length).toBeGreaterThan(60);
  expect(cases.map((id) => Number.parseInt(id, 10))).toEqual(
    cases.map((id) => Number.parseInt(id, 10)).sort((a, b) => a - b),
  );
  const tests = globSync('test/{session,gateway}/*.test.ts', { cwd: root }).map(read);
  const titles =
    tests
      .join('\n')
      .match(/(?:test(?:\.each\([\s\S]*?\))?\(|^\s+\[)'[^']+'/gm)
      ?.join('\n') ?? '';
  const missing = cases.filter((id) => !new RegExp(`['\\s]${id}(?=[ ,])`).test(titles));
  expect(missing).toEqual(['1B']);
});

test('the README has the settings that are read, and no others', () => {
  const source = read('src/gateway/settings.ts') + read('src/main.ts');
  const variables = (text: string) => new Set(text.match(/\b(?:FIX_[A-Z_]+|OPENATS_URL|DATA_DIR|LOG_LEVEL)\b/g));
  const table = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## Administration'));
  expect([...variables(table)].sort()).toEqual([...variables(source)].sort());
});

/** The rooms from the lowest up: each imports only from those before it, and only from their index. */
const ROOMS = ['client.ts', 'dictionary', 'codec', 'session', 'store', 'application', 'gateway', 'main.ts'];

test('imports point down, through entries', () => {
  const files = globSync('src/**/*.ts', { cwd: root });
  const wrong = files.flatMap((file) => {
    const [, own = ''] = file.split('/');
    return [...read(file).matchAll(/from '(\.[^']+)'/g)].flatMap(([, path = '']) => {
      const target = join(file, '..', path);
      const [top, room = '', ...rest] = target.split('/');
      if (top !== 'src') return own === 'client.ts' ? [] : [`${file} imports ${target}`];
      if (room === own) return [];
      const isBelow = ROOMS.indexOf(room) < ROOMS.indexOf(own) && ROOMS.includes(room);
      const isEntry = rest.length === 0 || rest.join('/') === 'index.ts';
      return isBelow && isEntry ? [] : [`${file} imports ${target}`];
    });
  });
  expect(wrong).toEqual([]);
});
