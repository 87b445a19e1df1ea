import { getHeapStatistics } from 'node:v8';
import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { NO_SNIFFING } from '../methods/index.ts';

/** The answers of one method. */
interface Answers {
  readonly durations: Durations;
  readonly byStatusCode: Map<string, number>;
}

/** Counts and times the answers of the API. */
export class HttpMetrics {
  /** By method. Methods and status codes come from fixed sets, so this cannot grow without bound. */
  readonly #answers = new Map<string, Answers>();

  constructor(register: Registry) {
    const answers = this.#answers;
    const times = {
      name: 'openats_http_request_duration_seconds',
      help: 'Time from the requestContext of a request to its answer',
    };
    registerDurations(register, times, () => [...answers].map(([method, { durations }]) => [method, durations]));
    new Counter({
      name: 'openats_http_requests_total',
      help: 'Answered requests by method and status code',
      labelNames: ['method', 'status_code'],
      registers: [register],
      collect() {
        this.reset();
        for (const [method, { byStatusCode }] of answers) {
          for (const [status_code, count] of byStatusCode) this.inc({ method, status_code }, count);
        }
      },
    });
  }

  /** @param seconds from the receipt of the request to its answer */
  observe(method: string, statusCode: string, seconds: number): void {
    let answers = this.#answers.get(method);
    if (answers === undefined) {
      answers = { durations: new Durations(), byStatusCode: new Map() };
      this.#answers.set(method, answers);
    }
    answers.durations.add(seconds);
    answers.byStatusCode.set(statusCode, (answers.byStatusCode.get(statusCode) ?? 0) + 1);
  }
}

/** A registry with the metrics of the process; other parts add theirs to it. */
export function createMetricsRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Counter({
    name: 'openats_allocated_bytes_total',
    help: 'Bytes that the main thread has allocated on its heap since the start',
    registers: [register],
    collect() {
      this.reset();
      this.inc(getHeapStatistics().total_allocated_bytes);
    },
  });
  return register;
}

/** A separate host for GET /metrics, so that it can be kept inside the network. The caller lets it listen. */
export function createMetricsServer(register: Registry): FastifyInstance {
  const app = Fastify({ logger: false });
  app.addHook('preClose', (done) => {
    app.server.closeAllConnections();
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers(NO_SNIFFING)
      .type(register.contentType)
      .send(await register.metrics()),
  );
  return app;
}

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

/** Durations of one kind. */
export class Durations {
  /** How many are at most each bound and above the one before it; the last: above all. */
  readonly #counts: number[] = new Array(BOUNDS.length + 1).fill(0);
  #sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
    (this.#counts[bucket] as number)++;
    this.#sum += seconds;
  }

  /** As Prometheus has a histogram: each bucket counts everything that is at most its bound. */
  values(name: string, labels: Readonly<Record<string, string>>) {
    let count = 0;
    const buckets = this.#counts.map((more, index) => {
      count += more;
      return { metricName: `${name}_bucket`, labels: { le: BOUNDS[index] ?? '+Inf', ...labels }, value: count };
    });
    const sum = { metricName: `${name}_sum`, labels, value: this.#sum };
    return [...buckets, sum, { metricName: `${name}_count`, labels, value: count }];
  }
}

/**
 * A histogram by method. Adding to it takes only additions: that of prom-client takes a microsecond, a fortieth of an
 * order.
 */
export function registerDurations(
  registry: Registry,
  metric: { readonly name: string; readonly help: string },
  durations: () => Iterable<readonly [method: string, Durations]>,
): void {
  const histogram = {
    ...metric,
    get: async () => ({
      ...metric,
      type: 'histogram',
      aggregator: 'sum',
      values: [...durations()].flatMap(([method, own]) => own.values(metric.name, { method })),
    }),
  };
  // The registry asks its metrics for a name and for get(); its types know only the library's own classes.
  registry.registerMetric(histogram as unknown as Metric);
}
