import type { LiveExchange } from '../exchange/live-exchange.ts';
import type { HealthReport } from '../http/health-routes.ts';
import type { ExampleIds } from '../modules/examples/index.ts';
import type { SandboxCredentials } from './sandbox-credentials.ts';

/** What parts learn from each other after they were made. */
export interface ServiceState {
  /** The start has succeeded: from now on an end waits for what is under way. */
  isOpen: boolean;
  historyFailure: string | null;
  /** Empty until the API listens. */
  apiAddress: string;
  legacyAddress: string;
  /** Undefined until the sandbox is opened, and in production. */
  sandbox: SandboxCredentials | undefined;
  demo: Partial<ExampleIds>;
}

export function newState(): ServiceState {
  return { isOpen: false, historyFailure: null, apiAddress: '', legacyAddress: '', sandbox: undefined, demo: {} };
}

export function healthOf(exchange: LiveExchange, state: ServiceState): HealthReport {
  const reason = exchange.unavailable ?? (state.historyFailure === null ? null : 'the order history has stopped');
  return { alive: reason === null || exchange.isStopping, ready: reason === null, reason };
}
