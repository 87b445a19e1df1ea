import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Counts and times the answers of the API. */
export class HttpMetrics {
  readonly #times: Histogram<'method'>;
  readonly #timeOf = new Map<string, { observe(seconds: number): void }>();
  /** By method and status code. Both come from fixed sets, so this cannot grow without bound. */
  readonly #answers = new Map<string, { method: string; status_code: string; count: number }>();

  constructor(register: Registry) {
    this.#times = new Histogram({
      name: 'openats_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer',
      labelNames: ['method'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [register],
    });
    const answers = this.#answers;
    new Counter({
      name: 'openats_http_requests_total',
      help: 'Answered requests by method and status code',
      labelNames: ['method', 'status_code'],
      registers: [register],
      collect() {
        this.reset();
        for (const { count, ...labels } of answers.values()) this.inc(labels, count);
      },
    });
  }

  /** @param seconds from the arrival of the request to its answer */
  observe(method: string, statusCode: string, seconds: number): void {
    const key = `${method} ${statusCode}`;
    const answers = this.#answers.get(key);
    if (answers) answers.count++;
    else this.#answers.set(key, { method, status_code: statusCode, count: 1 });
    let time = this.#timeOf.get(method);
    if (time === undefined) {
      time = this.#times.labels(method);
      this.#timeOf.set(method, time);
    }
    time.observe(seconds);
  }
}

/** A registry with the metrics of the process; other parts add theirs to it. */
export function createMetricsRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** A listener of its own for GET /metrics, so that it can be kept inside the house. The caller lets it listen. */
export function createMetricsServer(register: Registry): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()));
  return app;
}
