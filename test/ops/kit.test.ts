/** The examples of ops/ fit the program: settings that it has, ports and paths on which it answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/settings.ts';
import { hasPostgres, postgresUrl } from '../support/postgres-url.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../ops', path), 'utf8');
/** Settings that hold secrets, or that Kubernetes fills in. */
const OF_SECRET = ['DATABASE_URL', 'JOURNAL_URL', 'ENCRYPTION_KEY', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly serviceName: string;
    readonly selector: Readonly<Record<string, unknown>>;
    readonly ports: readonly { readonly name: string; readonly port: number }[];
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: { readonly containers: readonly Container[]; readonly volumes: readonly { name: string }[] };
    };
    readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
  };
}

interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly livenessProbe: {
    readonly httpGet: { readonly path: string };
    readonly periodSeconds: number;
    readonly timeoutSeconds: number;
    readonly failureThreshold: number;
  };
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
}

describe('the nodes of Kubernetes', () => {
  const resources = parseAllDocuments(read('kubernetes/openats.yaml')).map((one) => one.toJS() as Resource);
  const of = (kind: string) => resources.filter((one) => one.kind === kind);
  const [set] = of('StatefulSet') as [Resource];
  const [container] = set.spec.template.spec.containers as [Container];
  const [map] = of('ConfigMap') as [Resource];
  const settings = { ...map.data, ...Object.fromEntries(OF_SECRET.map((name) => [name, 'secret'])) };

  test('have settings of the program alone, and those of a node in production', () => {
    const names = [...Object.keys(settings), ...container.env.map(({ name }) => name)];
    expect(names.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['NODE_NAME', 'NODE_ADDRESS', 'NODE_HOST', 'NODE_PORT', 'PUBLIC_URL']),
    );
    const comment = read('kubernetes/openats.yaml').split('\n---')[0];
    for (const name of OF_SECRET) expect(comment).toContain(name);
  });

  test('listen on the ports that services and probes ask', () => {
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toMatchObject({ node: Number(map.data.NODE_PORT), metrics: Number(map.data.METRICS_PORT) });
    const asked = of('Service').flatMap(({ spec }) => spec.ports.map(({ name, port }) => [name, port]));
    for (const [name, port] of asked) expect(ports[name as string]).toBe(port);
    expect(container.livenessProbe.httpGet.path).toBe('/health');
    expect(container.readinessProbe.httpGet.path).toBe('/ready');
  });

  test('are restarted by the probe of liveness that the page of the cluster describes', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operate/cluster.md'), 'utf8').replace(/\s+/g, ' ');
    const [, every, wait, failures] =
      /ask every (\d+) s and wait (\d+) s, and restart the process after (\d+) failures/.exec(page) ?? [];
    const { periodSeconds, timeoutSeconds, failureThreshold } = container.livenessProbe;
    expect([periodSeconds, timeoutSeconds, failureThreshold].map(String)).toEqual([every, wait, failures]);
  });

  test('refer to what is there', () => {
    const { labels } = set.spec.template.metadata;
    for (const { spec } of of('Service')) expect(labels).toMatchObject(spec.selector);
    expect(set.spec.selector).toEqual({ matchLabels: labels });
    expect(of('Service').map(({ metadata }) => metadata.name)).toContain(set.spec.serviceName);
    const volumes = [
      ...set.spec.template.spec.volumes,
      ...set.spec.volumeClaimTemplates.map(({ metadata }) => metadata),
    ];
    const names = volumes.map(({ name }) => name);
    for (const { name } of container.volumeMounts) expect(names).toContain(name);
    expect(container.envFrom).toEqual([
      { configMapRef: { name: map.metadata.name } },
      { secretRef: { name: 'openats' } },
    ]);
  });
});

interface PatroniFile {
  readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> & { readonly postgresql: WithParameters } };
  readonly postgresql: WithParameters;
  readonly watchdog: object;
}

interface WithParameters {
  readonly parameters: Readonly<Record<string, string | number>>;
}

describe('Patroni', () => {
  const { bootstrap, postgresql, watchdog } = parse(read('postgres/patroni.yml')) as PatroniFile;
  const { dcs } = bootstrap;

  test('never promotes a standby that lacks commits, and waits for one of two', () => {
    expect(dcs).toMatchObject({ synchronous_mode: 'quorum', synchronous_mode_strict: true, synchronous_node_count: 1 });
    expect(dcs).toMatchObject({ maximum_lag_on_failover: 0 });
    expect(watchdog).toMatchObject({ mode: 'required' });
  });

  test('has times that it accepts: a member asks the store twice and looks around within its lease', () => {
    const [ttl, wait, retry] = [dcs.ttl, dcs.loop_wait, dcs.retry_timeout].map(Number) as [number, number, number];
    expect(ttl).toBeGreaterThanOrEqual(20);
    expect(retry).toBeGreaterThanOrEqual(3);
    expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
  });

  test.runIf(hasPostgres)('sets parameters that PostgreSQL has, to values that it takes', async () => {
    const parameters = { ...dcs.postgresql.parameters, ...postgresql.parameters };
    const client = new pg.Client(await postgresUrl());
    await client.connect();
    const text = 'select name, vartype, min_val, max_val, enumvals from pg_settings where name = any($1)';
    const { rows } = await client.query(text, [Object.keys(parameters)]).finally(() => client.end());
    const known = new Map(rows.map((row) => [row.name as string, row as PostgresParameter]));
    const wrong = Object.entries(parameters).filter(([name, value]) => !takes(known.get(name), String(value)));
    expect(wrong).toEqual([]);
    expect(takes(known.get('wal_level'), 'replicas')).toBe(false);
    expect(takes(known.get('max_connections'), '0')).toBe(false);
  });
});

interface PostgresParameter {
  readonly vartype: 'bool' | 'enum' | 'integer' | 'real' | 'string';
  readonly min_val: string | null;
  readonly max_val: string | null;
  readonly enumvals: readonly string[] | null;
}

function takes(parameter: PostgresParameter | undefined, value: string): boolean {
  if (parameter === undefined) return false;
  const { vartype, min_val, max_val, enumvals } = parameter;
  if (vartype === 'enum') return enumvals?.includes(value) ?? false;
  if (vartype === 'bool') return ['on', 'off'].includes(value);
  if (vartype === 'string') return value !== '';
  // A number, perhaps with a unit, whose limits are of another one.
  const [, number, unit] = /^(\d+)(\w*)$/.exec(value) ?? [];
  if (unit !== '') return number !== undefined;
  return Number(number) >= Number(min_val) && Number(number) <= Number(max_val);
}

test('the settings of the unit of systemd are those of the program', () => {
  const named = [...read('systemd/openats.service').matchAll(/^Environment=(\w+)=/gm)].map(
    ([, name]) => name as string,
  );
  expect(named.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
  expect(named).not.toEqual([]);
});

test('the log of the unit is in the namespace whose rotation and retention the kit sets', () => {
  const [, namespace] = /^LogNamespace=(\w+)$/m.exec(read('systemd/openats.service')) ?? [];
  const journal = read(`systemd/journald@${namespace}.conf`);
  expect(journal).toMatch(/^SystemMaxUse=\d+G$/m);
  expect(journal).toMatch(/^MaxRetentionSec=/m);
});
