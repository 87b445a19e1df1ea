/** Which methods of the API people cannot call on screen, and why. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAYS } from '../../src/client/generated/ways.ts';
import { METHODS_WITHOUT_SCREEN } from './methods-without-screen.ts';

const root = join(import.meta.dirname, '../../console/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  .join('\n');
const called = new Set([...sources.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name as string));
const methods = Object.keys(WAYS);

test('every method of the API has a screen of the console, or a reason', () => {
  const without = methods.filter((name) => !called.has(name));
  expect(Object.keys(METHODS_WITHOUT_SCREEN).sort()).toEqual(without.sort());
});

test('every reason says something, and names methods that there are', () => {
  for (const [name, reason] of Object.entries(METHODS_WITHOUT_SCREEN)) {
    expect(reason, name).toMatch(/^\S[\s\S]{5,160}$/);
    const named = [...reason.matchAll(/\b[a-z]+[A-Z]\w+/g)].map(([word]) => word);
    expect(methods, name).toEqual(expect.arrayContaining(named));
  }
});
