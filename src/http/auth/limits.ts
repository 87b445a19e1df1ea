/** Limits of the HTTP hosts, each with its unit in the name. The settings of the service fill them in. */
export interface HttpLimits {
  /** Of a JSON or form body; files come on top where a method takes them. */
  readonly bodyBytesMax: number;
  /**
   * Fields of a body or a query string; of a JSON body with list entries, in addition to those that its method takes.
   */
  readonly fieldsMax: number;
  /** Requests with files that are under way at the same time. */
  readonly uploadsAtOnce: number;
  /** Those of one client. */
  readonly uploadsPerClientAtOnce: number;
  /** Of the files of all requests that are under way. */
  readonly uploadedBytesMax: number;
  /** Of those of one client. */
  readonly uploadedBytesPerClientMax: number;
  /** Free space of the disk that uploads leave to others; 0: they may fill it. */
  readonly diskReserveBytes: number;
  readonly connectionsMax: number;
  /** Calls under way on one connection of the stream. */
  readonly pipelinedMax: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** A connection that takes no answers while its requests wait is cut after this time. */
  readonly silenceMs: number;
  /** How long open requests may take once the server closes; then their connections are cut. */
  readonly closingMs: number;
  /** Reads of lists of one client under way at once; further ones wait. */
  readonly readsPerClientAtOnce: number;
  /** Requests of one address in one window, orders apart; 0 is no limit. */
  readonly requestsPerAddress: number;
  /** Requests of one client in one window, orders apart; 0 is no limit. */
  readonly requestsPerClient: number;
  /** Orders, replacements and cancels of one client in one window; 0 is no limit. */
  readonly ordersPerClient: number;
  /** Requests of hosted pages and their forms of one address in one window; 0 is no limit. */
  readonly pageRequestsPerAddress: number;
  readonly requestsWindowMs: number;
  /** Missing and wrong credentials of one address, and wrong ones for one client id; 0 is no limit. */
  readonly authenticationFailuresPerMinute: number;
  /** Addresses (and clients) that are counted at a time. */
  readonly addressesMax: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  bodyBytesMax: 1_048_576,
  fieldsMax: 1000,
  uploadsAtOnce: 64,
  uploadsPerClientAtOnce: 4,
  uploadedBytesMax: 4_294_967_296,
  uploadedBytesPerClientMax: 1_073_741_824,
  diskReserveBytes: 0,
  connectionsMax: 10_000,
  pipelinedMax: 1000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 72_000,
  silenceMs: 300_000,
  closingMs: 4000,
  readsPerClientAtOnce: 4,
  requestsPerAddress: 300_000,
  requestsPerClient: 60_000,
  ordersPerClient: 0,
  pageRequestsPerAddress: 120,
  requestsWindowMs: 60_000,
  authenticationFailuresPerMinute: 100,
  addressesMax: 10_000,
};
