import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const service = resolve(import.meta.dirname, '../../src/service');

function sourcesOf(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** The calls of a name in a text, with their arguments. */
function callsOf(text: string, called: RegExp): string[] {
  return [...text.matchAll(called)].map(({ index }) => {
    let depth = 0;
    for (let end = text.indexOf('(', index); end < text.length; end++) {
      if (text[end] === '(') depth++;
      if (text[end] === ')' && --depth === 0) return text.slice(index, end + 1);
    }
    throw new Error('the call has no end');
  });
}

/** These read, or take the fence itself. */
const READS = ['reconcileSecurities(main.db, exchange)', 'fence.take(main.db)', 'await check()'];
const OTHER_DATABASE = /\b(main|[hH]istoryDatabase)\.(db|background)\b/;

test('the work of the leader has no database but that of the leader (J31)', () => {
  const files = sourcesOf(service);
  const tasks = files.flatMap(({ text }) =>
    callsOf(text, /\bleaderTasks\s*\.\s*add(Step|ToStep|Background|Served)\b(?=\()/g),
  );
  expect(tasks.length).toBeGreaterThan(15);
  const others = tasks
    .map((task) => READS.reduce((rest, read) => rest.replace(read, ''), task))
    .filter((task) => OTHER_DATABASE.test(task));
  expect(others).toEqual([]);
});

test('a job writes through the database of the leader alone (J31)', () => {
  for (const { name, text } of sourcesOf(join(service, 'jobs'))) {
    const types = [...text.matchAll(/\breadonly (?:db|services): ([^;]+);/g)].map(([, type]) => type);
    expect(
      types.filter((type) => !type?.includes('LeaderDb')),
      name,
    ).toEqual([]);
    expect(text, name).not.toMatch(/\bmain\.(db|background)\b|\bAllServices, 'db'/);
    const parameters = [...text.matchAll(/\bservices: (\w+)[,)]/g)].map(([, type]) => type);
    expect(
      parameters.filter((type) => type !== 'LeaderServices'),
      name,
    ).toEqual([]);
  }
});
