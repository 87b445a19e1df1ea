import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './local-reader.ts';

/** Sent by the console's pages with every call: 1, or background where no person asked for it. */
const CONSOLE_HEADER = 'x-openats-console';
const NAME = 'openats-session';

/** What a cookie says of a caller. */
export interface SessionToken {
  readonly token: string;
  /** Whether a person asked: a page that refreshes itself keeps no session alive. */
  readonly isUse: boolean;
}

/**
 * Reads the cookie of a session where a page of this very host sent it (P9). A page of another origin can make a
 * browser send the cookie, but neither the header of the console without asking first (C92) nor an origin of ours.
 */
export class SessionCookie {
  readonly #isHttps: boolean;
  readonly #publicHost: string | undefined;

  /** @param publicUrl where browsers reach the venue; null: under whatever name they ask for */
  constructor(publicUrl: string | null) {
    this.#isHttps = publicUrl?.startsWith('https:') ?? false;
    this.#publicHost = publicUrl === null ? undefined : new URL(publicUrl).host;
  }

  /** The name of the cookie: with the prefix browsers take it from this host alone, by https or on this machine. */
  nameFor({ host = '' }: IncomingHttpHeaders): string {
    const isSecure = this.#isHttps || isLoopback(URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '');
    return isSecure ? `__Host-${NAME}` : NAME;
  }

  /** Of a call; undefined without one that counts. */
  ofCall(headers: IncomingHttpHeaders): SessionToken | undefined {
    const token = headers.cookie !== undefined && this.isOwnPage(headers) ? this.#read(headers) : undefined;
    return token === undefined ? undefined : { token, isUse: headers[CONSOLE_HEADER] === '1' };
  }

  /** Whether a page of this very host sent the call: no other can, without asking first (C92). */
  isOwnPage(headers: IncomingHttpHeaders): boolean {
    const { [CONSOLE_HEADER]: asked, 'sec-fetch-site': site } = headers;
    if (asked !== '1' && asked !== 'background') return false;
    return site === undefined ? this.#isOwn(headers) : site === 'same-origin';
  }

  /** Of the upgrade of a stream, for which a browser always names the origin and no page can set a header. */
  ofUpgrade(headers: IncomingHttpHeaders): string | undefined {
    return headers.cookie !== undefined && this.#isOwn(headers) ? this.#read(headers) : undefined;
  }

  /**
   * Whether the page is of the host that was asked, or that callers know. Over plain http to another machine browsers
   * send neither Sec-Fetch-Site nor, with GET to the same host, Origin; Referer then names the page.
   */
  #isOwn({ origin, referer, host }: IncomingHttpHeaders): boolean {
    const page = origin ?? referer;
    const asking = page === undefined ? undefined : URL.parse(page)?.host;
    return asking !== undefined && asking !== '' && (asking === host?.toLowerCase() || asking === this.#publicHost);
  }

  #read(headers: IncomingHttpHeaders): string | undefined {
    const start = `${this.nameFor(headers)}=`;
    const own = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start));
    return own?.trim().slice(start.length);
  }
}
