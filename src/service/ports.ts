/** The ports of the process: they listen until it ends, while services open and close (J29). */
import type { Server as HttpServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { createMetricsServer, createWaitingHost, Listener, type Servers } from '../http/server/index.ts';
import { HeldPorts, type Waiting } from './held-ports.ts';
import { starting } from './lifecycle/index.ts';
import { limitsOf } from './limits.ts';
import { addStateMetric } from './metrics/index.ts';

export interface Addresses {
  readonly api: string;
  readonly legacy: string;
  readonly metrics: string;
}

const PORTS = ['api', 'legacy', 'metrics'] as const;

/** By port: a server that takes its connections. */
type Hosts = Readonly<Record<(typeof PORTS)[number], HttpServer>>;

export class Ports extends HeldPorts<HttpServer> {
  readonly addresses: Addresses;

  private constructor(waiting: Waiting, hosts: Hosts, listeners: Readonly<Record<keyof Hosts, Listener>>) {
    const { api, legacy, metrics } = listeners;
    const held = PORTS.map((name) => ({ port: listeners[name], waiting: hosts[name] }));
    super(held, waiting);
    this.addresses = { api: api.url, legacy: legacy.url, metrics: metrics.url };
  }

  /** From now on every call is answered: it waits for a service. */
  static async open(config: Config, log: Logger, reason: string): Promise<Ports> {
    const waiting = { reason };
    const hosts = await waitingHosts(config, log, waiting);
    const { HOST: host, PORT, LEGACY_PORT, METRICS_HOST, METRICS_PORT } = config;
    const { connectionsMax } = limitsOf(config);
    const opened: Listener[] = [];
    const open = async (setting: string, ...[server, options]: Parameters<typeof Listener.open>) => {
      const listener = await starting(setting, () => Listener.open(server, options));
      opened.push(listener);
      return listener;
    };
    try {
      return new Ports(waiting, hosts, {
        api: await open('HOST and PORT', hosts.api, { host, port: PORT, connectionsMax }),
        legacy: await open('HOST and LEGACY_PORT', hosts.legacy, { host, port: LEGACY_PORT, connectionsMax }),
        metrics: await open('METRICS_HOST and METRICS_PORT', hosts.metrics, { host: METRICS_HOST, port: METRICS_PORT }),
      });
    } catch (error) {
      for (const listener of opened) listener.close();
      throw error;
    }
  }

  /** New connections go to a service. */
  async serve({ v3, legacy }: Servers, metrics: FastifyInstance): Promise<void> {
    await metrics.ready();
    this.giveTo([v3.server, legacy.server, metrics.server]);
  }
}

async function waitingHosts(config: Config, logger: Logger, waiting: Waiting): Promise<Hosts> {
  const host = await createWaitingHost({
    logger,
    limits: limitsOf(config),
    isHttps: config.PUBLIC_URL?.startsWith('https:') ?? false,
    health: () => ({ state: 'waiting', alive: true, ready: false, leads: false, reason: waiting.reason }),
  });
  // Those of the process are in the registry of a service, which would measure a second time.
  const registry = new Registry();
  addStateMetric(registry, () => 'waiting');
  const metrics = createMetricsServer(registry);
  // Whoever keeps its connection would not reach the service that opens.
  metrics.addHook('onRequest', (_request, reply, done) => {
    reply.header('connection', 'close');
    done();
  });
  await metrics.ready();
  return { api: host.server, legacy: host.server, metrics: metrics.server };
}
