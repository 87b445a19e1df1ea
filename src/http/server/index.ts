/** The HTTP hosts: routes, answers, health, metrics, the reference page. */

export { type ServingCopy, ServingGate } from './closed.ts';
export { Durations, registerDurations } from './durations.ts';
export type { HealthReport, NodeState } from './health-routes.ts';
export { isFree } from './intake.ts';
export { Listener } from './listener.ts';
export { createLogger, whenWritten } from './logger.ts';
export { createMetricsRegistry, createMetricsServer, HttpMetrics } from './metrics.ts';
export { createServer, type ServerOptions, type Servers } from './server.ts';
export { createWaitingHost } from './waiting-host.ts';
