/** The examples of ops/ fit the program: settings that it has, ports and paths on which it answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/settings.ts';

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
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
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

test('Patroni never promotes a standby that lacks commits, and waits for one of two', () => {
  const { bootstrap, watchdog } = parse(read('postgres/patroni.yml')) as {
    readonly bootstrap: { readonly dcs: object };
    readonly watchdog: object;
  };
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode_strict: true, maximum_lag_on_failover: 0 });
  expect(watchdog).toMatchObject({ mode: 'required' });
});

test('the settings of the unit of systemd are those of the program', () => {
  const named = [...read('systemd/openats.service').matchAll(/^Environment=(\w+)=/gm)].map(
    ([, name]) => name as string,
  );
  expect(named.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
  expect(named).not.toEqual([]);
});
