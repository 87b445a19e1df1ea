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
const READS = [
  'reconcileSecurities(main.db, exchange)',
  'fence.take(main.db)',
  'await check()',
  // It submits commands, which carry the epoch.
  'administration.deps.stopped.settle()',
  'administration.deps.keys,',
  'publishers.registry',
  // It writes through the database that it is given.
  'administration.ensureSandbox(folder, db,',
];
const OTHER_DATABASE = /\b(main|[hH]istoryDatabase)\.(db|background)\b/;
/** These write through the database of the leader, or the one that a call of theirs names. */
const FENCED_PUBLISHERS = ['outbox', 'idempotencyStore', 'registry', 'metricsServer', 'webhooks'];

/**
 * The services that calls use, which write as calls do: `deps` of the composition root, of which LeaderDeps is called
 * `work`, and what openPublishers gives.
 */
function servicesOfCalls(): RegExp {
  const text = readFileSync(join(service, 'venue/publishers.ts'), 'utf8');
  const [, members = ''] = /export interface Publishers \{([^}]*)\}/.exec(text) ?? [];
  const names = [...members.matchAll(/readonly (\w+):/g)].map(([, name = '']) => name);
  expect(names).toContain('administration');
  const forbidden = names.filter((name) => !FENCED_PUBLISHERS.includes(name));
  return new RegExp(`(?<![.\\w])(deps|publishers|${forbidden.join('|')})\\b(?!:)`);
}

function unfenced(task: string): boolean {
  const code = task.replaceAll(/'[^'\n]*'/g, '');
  const rest = READS.reduce((text, read) => text.replaceAll(read, ''), code);
  return OTHER_DATABASE.test(rest) || servicesOfCalls().test(rest);
}

test('the work of the leader has no database but that of the leader (J31)', () => {
  const files = sourcesOf(service);
  const tasks = files.flatMap(({ text }) =>
    callsOf(text, /\bleaderTasks\s*\.\s*add(Step|ToStep|Background|Served)\b(?=\()/g),
  );
  expect(tasks.length).toBeGreaterThan(15);
  expect(tasks.filter(unfenced)).toEqual([]);
});

test('services of calls are found in the work of the leader, as its other databases are (J31)', () => {
  const planted = [
    'addToStep(() => deps.approvals.resume())',
    'addStep(() => ensureSandboxUsers(users, clients))',
    'addBackground(shutdown, () => publishers.documents.removeDeleted(1))',
    'addStep(() => administration.directory.refresh())',
    'addBackground(shutdown, () => clean(main.db))',
  ];
  expect(planted.filter((task) => !unfenced(task))).toEqual([]);
});

test('LeaderDeps is called work, and nothing else is', () => {
  for (const { name, text } of sourcesOf(service)) {
    const typed = [...text.matchAll(/(\w+): LeaderDeps\b/g)].map(([, called]) => called);
    expect(new Set(typed).difference(new Set(['work'])), name).toEqual(new Set());
    const called = [...text.matchAll(/\bwork: (\w+)/g)].map(([, type]) => type);
    if (typed.length > 0) expect(new Set(called), name).toEqual(new Set(['LeaderDeps']));
  }
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
