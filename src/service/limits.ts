import type { Config } from '../config.ts';
import { DEFAULT_LIMITS, type HttpLimits } from '../http/auth/index.ts';

/** Clients whose uploads, each with the most of one client, are all that may be under way. */
const CLIENTS_THAT_FILL_IT = 4;

/** The limits of the hosts. */
export function limitsOf(config: Config): HttpLimits {
  return {
    ...DEFAULT_LIMITS,
    bodyBytesMax: config.BODY_BYTES_MAX,
    // Of them all: a full stream must leave room for orders.
    connectionsMax: DEFAULT_LIMITS.connectionsMax + config.STREAM_CONNECTIONS_MAX,
    readsPerClientAtOnce: config.READS_PER_CLIENT_MAX,
    requestsPerAddress: config.RATE_LIMIT_PER_ADDRESS,
    requestsPerClient: config.RATE_LIMIT_PER_KEY,
    ordersPerClient: config.RATE_LIMIT_ORDERS_PER_KEY,
    pageRequestsPerAddress: config.RATE_LIMIT_PAGES,
    requestTimeoutMs: config.REQUEST_SECONDS_MAX * 1000,
    uploadedBytesMax: config.UPLOADED_BYTES_MAX,
    uploadedBytesPerClientMax: config.UPLOADED_BYTES_MAX / CLIENTS_THAT_FILL_IT,
    diskReserveBytes: config.DISK_RESERVE_BYTES,
  };
}
