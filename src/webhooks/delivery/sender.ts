/**
 * One attempt to deliver one webhook: resolve, check every address, connect to a checked one, send, read the status.
 */

import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { systemTimers, type Timers } from '../../time/timers.ts';
import type { WebhookOutcome } from '../log/index.ts';
import { checkWebhookUrl, hostOf, isAllowedAddress, isLocalhost, type WebhookUrlPolicy } from '../registry/index.ts';
import { AttemptFailure, Deadline } from './deadline.ts';
import type { ResolveHost } from './resolver.ts';

/** A name may have many addresses; all are checked, this many are tried. */
const ADDRESSES_TRIED_MAX = 4;
const RESPONSE_HEADER_BYTES_MAX = 16_384;
/** The detail of an attempt that was not made, because its request could not be prepared: nothing was sent. */
export const UNREADABLE = 'key or tokens unavailable';

export interface SenderSettings {
  readonly policy: WebhookUrlPolicy;
  /** Name resolution, TCP and TLS together, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** The whole attempt, in milliseconds; the request is prepared before it, within as much time again. */
  readonly totalTimeoutMs: number;
  /** Certificates (PEM) of authorities to trust in addition to those of the system. */
  readonly additionalAuthorities: readonly string[];
}

/** The request: headers in addition to Host and Connection, in this order and spelling. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AttemptResult {
  readonly outcome: WebhookOutcome;
  readonly httpStatus: number | null;
  readonly detail: string | null;
}

/** Sends a request to one of the checked addresses, until the deadline; the HTTP status of the response. */
export type Post = (url: URL, addresses: LookupAddress[], sent: WebhookRequest, deadline: Deadline) => Promise<number>;

export interface SenderDeps {
  readonly post?: Post | undefined;
  readonly after?: Timers['after'];
}

export class Sender {
  readonly #settings: SenderSettings;
  readonly #resolve: ResolveHost;
  readonly #post: Post;
  readonly #after: Timers['after'];

  constructor(settings: SenderSettings, resolve: ResolveHost, { post, after = systemTimers.after }: SenderDeps = {}) {
    this.#settings = settings;
    this.#resolve = resolve;
    this.#post = post ?? new WebPost(settings).post;
    this.#after = after;
  }

  /**
   * Makes the attempt; never rejects. prepare gives what to send: it is asked at the last moment, so that a token
   * retired or a key set in the meantime is respected. stop cuts the attempt off.
   */
  async send(url: string, prepare: () => Promise<WebhookRequest>, stop: AbortSignal): Promise<AttemptResult> {
    try {
      const sent = await this.#prepared(prepare, stop);
      const status = await this.#inTime(stop, (deadline) => this.#send(url, sent, deadline));
      const outcome: WebhookOutcome = status >= 200 && status < 300 ? 'delivered' : `status ${status}`;
      return { outcome, httpStatus: status, detail: null };
    } catch (error) {
      return { httpStatus: null, ...failureOf(error) };
    }
  }

  /** A request that takes too long is as unavailable as one that fails: the receiver has no part in it. */
  async #prepared(prepare: () => Promise<WebhookRequest>, stop: AbortSignal): Promise<WebhookRequest> {
    try {
      return await this.#inTime(stop, (deadline) => deadline.within(prepare()));
    } catch (error) {
      throw stop.aborted ? error : new AttemptFailure('dropped', UNREADABLE);
    }
  }

  async #send(url: string, sent: WebhookRequest, deadline: Deadline): Promise<number> {
    deadline.startConnecting(this.#settings.connectTimeoutMs);
    const checked = checkWebhookUrl(url, this.#settings.policy);
    if (!checked.ok) throw new AttemptFailure('refused address', 'url');
    const addresses = await this.#addressesOf(hostOf(checked.url), deadline);
    return deadline.within(this.#post(checked.url, addresses, sent, deadline));
  }

  async #inTime<T>(stop: AbortSignal, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#settings.totalTimeoutMs, stop, this.#after);
    try {
      return await work(deadline);
    } finally {
      deadline.end();
    }
  }

  /** Resolves once. One address that is not allowed refuses the delivery, whatever the others are. */
  async #addressesOf(host: string, deadline: Deadline): Promise<LookupAddress[]> {
    const addresses = await deadline.within(this.#lookUp(host));
    if (addresses.length === 0) throw new AttemptFailure('connection error', 'ENODATA');
    if (!addresses.every((address) => isAllowedAddress(address, this.#settings.policy.allowLoopback))) {
      throw new AttemptFailure('refused address', 'address');
    }
    return addresses.slice(0, ADDRESSES_TRIED_MAX).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }

  #lookUp(host: string): readonly string[] | Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    return isLocalhost(host) ? ['127.0.0.1', '::1'] : this.#resolve(host);
  }
}

/** HTTP and HTTPS of Node. */
class WebPost {
  readonly #connectTimeoutMs: number;
  // A connection serves one delivery: on one kept open, a delivery could be lost to the receiver closing it at that
  // moment, and nothing is sent twice (C42). It also means that every delivery goes to an address checked for it.
  readonly #http = new http.Agent({ keepAlive: false });
  readonly #https: https.Agent;

  constructor({ connectTimeoutMs, additionalAuthorities }: SenderSettings) {
    this.#connectTimeoutMs = connectTimeoutMs;
    const secureContext = trustOf(additionalAuthorities);
    // No session is resumed, so that each certificate is checked; the environment cannot switch the check off.
    this.#https = new https.Agent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: true, secureContext });
  }

  /** The HTTP status of the answer. Its body is not read: the connection is closed once the status is there. */
  readonly post: Post = (url, addresses, sent, deadline) => {
    const secure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request({
        method: 'POST',
        hostname: hostOf(url),
        port: url.port === '' ? (secure ? 443 : 80) : url.port,
        path: url.pathname + url.search,
        headers: sent.headers,
        agent: secure ? this.#https : this.#http,
        lookup: lookupOf(addresses),
        ...attemptsOf(addresses, this.#connectTimeoutMs),
        maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
        signal: deadline.signal,
      });
      request.once('socket', (socket) => {
        socket.once(secure ? 'secureConnect' : 'connect', () => deadline.connected());
        request.once('close', () => forgetRequestOf(socket));
      });
      let isAnswered = false;
      request.once('response', (response) => {
        isAnswered = true;
        resolve(response.statusCode ?? 0);
        response.on('error', () => {});
        request.destroy();
      });
      // Errors keep coming after the first (a reset after the abort); each must find a listener.
      request.on('error', reject);
      request.once('close', () => {
        // After an answer no error is made: with its stack it would cost more than the attempt's timers.
        if (!isAnswered) reject(new AttemptFailure('connection error', 'closed'));
      });
      request.end(sent.body);
    });
  };
}

/**
 * Cuts a closed socket off its request. V8 keeps a function of each socket, with all that the socket reaches, until it
 * collects the whole heap: request, answer and body of each delivery would make collections of young objects long.
 */
function forgetRequestOf(socket: Socket): void {
  socket.removeAllListeners().on('error', () => {});
  Object.assign(socket, { _httpMessage: undefined });
}

/**
 * Each address has its share of the time to connect: the half second that is usual takes a pause of this process for an
 * address that does not answer.
 */
function attemptsOf(addresses: LookupAddress[], connectTimeoutMs: number) {
  return { autoSelectFamilyAttemptTimeout: Math.ceil(connectTimeoutMs / addresses.length) };
}

/** Answers with the checked addresses whatever is asked, so that no other name resolution takes place. */
function lookupOf(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, addresses);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

function trustOf(additional: readonly string[]): SecureContext {
  return additional.length === 0
    ? createSecureContext()
    : createSecureContext({ ca: [...getCACertificates('default'), ...additional] });
}

function failureOf(error: unknown): { outcome: WebhookOutcome; detail: string | null } {
  if (error instanceof AttemptFailure) return { outcome: error.outcome, detail: error.detail };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  return { outcome: code === 'ETIMEDOUT' || code === 'ETIMEOUT' ? 'time-out' : 'connection error', detail: code };
}
