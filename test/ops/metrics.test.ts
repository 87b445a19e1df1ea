/** The alert rules and the dashboard of ops/ ask for nothing that the program does not export. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Metrics } from '../../fix/src/gateway/metrics.ts';
import { readConfig } from '../../src/config.ts';
import { addClusterMetrics } from '../../src/service/metrics/venue-metrics.ts';
import { addWebhookMetrics } from '../../src/service/metrics/webhook-metrics.ts';
import { Service } from '../../src/service/service.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Labels of samples by their names, as Prometheus reads them; those of the scrape are on all. */
type Exported = ReadonlyMap<string, ReadonlySet<string>>;
const OF_SCRAPE = ['instance', 'job'];

/** For as long as the service runs. */
const folder = mkdtempSync(join(tmpdir(), 'openats-test-'));
let service: Service;
let page: string;
let exported: Exported;

beforeAll(async () => {
  const settings = { DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' };
  service = await Service.open(readConfig(settings), pino({ level: 'silent' }));
  await service.listen();
  await fetch(`${service.addresses.api}/v3/ping`);
  const own = await (await fetch(`${service.addresses.metrics}/metrics`)).text();
  page = `${own}\n${await clusterMetrics()}\n${await webhookMetrics()}\n${await gatewayMetrics()}`;
  exported = samplesOf(page);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A process alone has none. */
function clusterMetrics(): Promise<string> {
  const registry = new Registry();
  const troubles = { standbys: 1, has: () => false };
  const node = { serves: true, epoch: 1, lag: { groups: 0, ms: 0 }, clockMs: 0, troubles };
  addClusterMetrics(registry, node as never);
  return registry.metrics();
}

/** Outcomes are there once a webhook was delivered. */
function webhookMetrics(): Promise<string> {
  const registry = new Registry();
  addWebhookMetrics(registry, {
    delivery: { load: () => ({ waiting: 0, running: 0, bytes: 0 }) },
    outbox: { waiting: 0, unreadable: 0, oldestFiredUs: async () => undefined },
    onRecorded: (listener) => listener({ outcome: 'delivered', timeMs: 0 } as never),
    nowUs: () => 0,
  });
  return registry.metrics();
}

/** Of the FIX gateway, a separate program. */
function gatewayMetrics(): Promise<string> {
  const metrics = new Metrics(() => [{ name: 'BROKER/OPENATS', isConnected: true, unsent: 0, inbox: 0 }]);
  metrics.add('BROKER/OPENATS');
  return metrics.registry.metrics();
}

function samplesOf(text: string): Exported {
  const samples = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(name) ?? new Set(OF_SCRAPE);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    samples.set(name, known);
  }
  return samples;
}

/** What a query names and the program does not export. */
function unknownIn(query: string, known: Exported): string[] {
  const unknown: string[] = [];
  const labels = new Set(OF_SCRAPE);
  for (const [, name = '', conditions = ''] of query.matchAll(
    /\b((?:openats|fix|process|nodejs)_\w+)(?:\{([^}]*)\})?/g,
  )) {
    const own = known.get(name);
    if (own === undefined) unknown.push(name);
    for (const label of own ?? []) labels.add(label);
    const named = [...conditions.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label);
    unknown.push(...named.filter((label) => !own?.has(label)).map((label) => `${name}{${label}}`));
  }
  for (const [, list = ''] of query.matchAll(/\b(?:by|on) \(([^)]*)\)/g)) {
    unknown.push(...list.split(/,\s*/).filter((label) => !labels.has(label)));
  }
  return unknown;
}

interface Rule {
  readonly name: string;
  readonly text: string;
}

const RULES: readonly Rule[] = read('ops/prometheus/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({ name: /^\w+/.exec(text)![0], text }));

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const PANELS = (JSON.parse(read('ops/grafana/openats.json')) as { readonly panels: readonly Panel[] }).panels;

describe('the alert rules', () => {
  const runbooks = read('docs/operate/runbooks.md');
  const anchors = [...runbooks.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w ]/g, '')
      .replaceAll(' ', '-'),
  );

  test.each(RULES)('$name asks for what is exported, and leads to a runbook', ({ text }) => {
    const query = /^\s*expr: (.*)$/m.exec(text)![1]!;
    expect(unknownIn(query, exported)).toEqual([]);
    expect(anchors).toContain(/runbook: docs\/operate\/runbooks\.md#(\S+)/.exec(text)![1]);
  });

  test('fire, and are quiet, in their own tests', () => {
    const tested = [...read('ops/prometheus/alerts.test.yml').matchAll(/- name: (.*)$/gm)].map(([, name]) => name);
    expect(tested).toEqual(RULES.flatMap(({ name }) => [`${name} fires`, `${name} is quiet`]));
  });
});

describe('the dashboard', () => {
  test.each(PANELS.filter(({ targets }) => targets !== undefined))('$title asks for what is exported', (panel) => {
    expect(panel.targets!.flatMap(({ expr }) => unknownIn(expr, exported))).toEqual([]);
  });

  test('has panels with unique ids', () => {
    expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
  });
});

test('counters end in _total, and durations are in seconds', () => {
  const types = [...page.matchAll(/^# TYPE ((?:openats|fix)_\w+) (\w+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }));
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  expect(types.filter(({ name }) => /_(ms|milliseconds|micros|microseconds)\b/.test(name))).toEqual([]);
});

test('a query for what is not exported is found', () => {
  const query = 'sum by (colour) (rate(openats_nothing_total{job="a"}[5m])) / openats_venue_accepting{colour="red"}';
  expect(unknownIn(query, exported)).toEqual([
    'openats_nothing_total',
    'openats_nothing_total{job}',
    'openats_venue_accepting{colour}',
    'colour',
  ]);
});
