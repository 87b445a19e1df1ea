import Fastify, { type FastifyInstance } from 'fastify';
import { Counter, Registry } from 'prom-client';
import { NO_SNIFFING } from '../methods/index.ts';
import { Durations, registerDurations } from './durations.ts';
import { addProcessMetrics } from './process-metrics.ts';

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
  addProcessMetrics(register);
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
