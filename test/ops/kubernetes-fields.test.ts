/** The manifests of ops/kubernetes have fields that Kubernetes knows, with values of its types. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = 'kubernetes-types';
const TYPES = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
const MANIFEST = readFileSync(join(ROOT, 'ops/kubernetes/openats.yaml'), 'utf8');
const STRICT = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];

/** Each document as an expression that satisfies the type of its kind. */
function moduleOf(manifest: string): string {
  const lines = parseAllDocuments(manifest).map((document) => {
    const resource = document.toJS() as { readonly apiVersion: string; readonly kind: string };
    const [version = '', group = 'core'] = resource.apiVersion.split('/').toReversed();
    const path = join(TYPES, group, version);
    expect(existsSync(`${path}.d.ts`), path).toBe(true);
    return `(${JSON.stringify(resource, null, 1)}) satisfies import(${JSON.stringify(path)}).${resource.kind};`;
  });
  return `${lines.join('\n')}\nexport {};\n`;
}

const WRONG = [
  { right: 'periodSeconds: 10', wrong: 'periodSecond: 10', problem: '\'"periodSecond"\' does not exist' },
  { right: 'replicas: 3', wrong: "replicas: '3'", problem: "'string' is not assignable to type 'number'" },
  { right: 'serviceName: openats-nodes', wrong: '', problem: "'serviceName' is missing" },
  { right: 'apiVersion: policy/v1', wrong: 'apiVersion: apps/v1', problem: "'PodDisruptionBudget'" },
];

/** What the compiler says of each manifest; one run for all of them. */
function problemsOf(manifests: readonly string[]): string[] {
  const folder = temporaryFolder();
  const names = manifests.map((manifest, at) => {
    writeFileSync(join(folder, `manifest-${at}.ts`), moduleOf(manifest));
    return `manifest-${at}.ts`;
  });
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout, error } = spawnSync(tsc, [...STRICT, '--types', '', '--ignoreConfig', ...names], options);
  if (error !== undefined) throw error;
  const lines = stdout.split('\n');
  return names.map((name) => lines.filter((line) => line.startsWith(name)).join('\n'));
}

test('the manifests satisfy the types of Kubernetes, and faults in them are found', () => {
  for (const { right } of WRONG) expect(MANIFEST).toContain(right);
  const wrong = WRONG.map(({ right, wrong: fault }) => MANIFEST.replace(right, fault));
  const [problems, ...found] = problemsOf([MANIFEST, ...wrong]);
  expect(problems).toBe('');
  expect(found).toEqual(WRONG.map(({ problem }) => expect.stringContaining(problem)));
});
