/** The rules for webhook URLs that need no network (C46). */
import { isIP } from 'node:net';
import { isAllowedAddress } from './addresses.ts';

export const WEBHOOK_URL_LENGTH_MAX = 2048;
/** Ports below are those of other services (mail, shells, files); only the scheme's own port is allowed there. */
const FREE_PORT_MIN = 1024;

export interface WebhookUrlPolicy {
  /** http as well as https: for the sandbox only. */
  readonly allowHttp: boolean;
  /** Addresses of this machine: for the sandbox and tests only. */
  readonly allowLoopback: boolean;
  /** The only ports allowed; absent: the scheme's own port and 1024 to 65535. */
  readonly ports?: ReadonlySet<number>;
}

export type WebhookUrlCheck =
  /** url: the normalized form, which is what should be stored. */
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly problem: string };

const refuse = (problem: string): WebhookUrlCheck => ({ ok: false, problem });

/**
 * Checks a URL at registration, and again at each delivery because settings change: syntax, scheme, no credentials, no
 * fragment, at most 2048 characters, the port, and an address where one is written. Names are checked when they
 * resolve. The problem is a sentence for the caller and does not repeat the URL.
 */
export function checkWebhookUrl(text: string, policy: WebhookUrlPolicy): WebhookUrlCheck {
  if (text.length > WEBHOOK_URL_LENGTH_MAX) return refuse(`URL has more than ${WEBHOOK_URL_LENGTH_MAX} characters`);
  // The parser of URLs silently drops line breaks and turns backslashes; the stored URL should be the sent one.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return refuse('URL has characters that must be percent-encoded');
  }
  const url = URL.parse(text);
  if (url === null) return refuse('URL is malformed');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp)) {
    return refuse(policy.allowHttp ? 'URL must start with https:// or http://' : 'URL must start with https://');
  }
  if (url.username !== '' || url.password !== '') return refuse('URL must not hold credentials');
  if (url.hash !== '') return refuse('URL must not have a fragment');
  if (!isAllowedPort(url, policy)) return refuse('URL has a port that is not allowed');
  if (!isAllowedHost(hostOf(url), policy)) return refuse('URL has an address that is not public');
  return { ok: true, url };
}

/** The host of a URL without the brackets of IPv6 and without the dot that may end a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Where a URL leads to; empty texts for a text that is no URL. */
export interface Destination {
  /** Scheme, host and port. */
  readonly receiver: string;
  /** The URL without its query, for logs. */
  readonly location: string;
}

/** URLs that are kept parsed: one sweep makes thousands of deliveries for a few registrations. */
const PARSED_MAX = 1000;
const parsed = new Map<string, Destination>();

export function destinationOf(url: string): Destination {
  const known = parsed.get(url);
  if (known !== undefined) return known;
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' };
  const destination = { receiver: origin, location: origin + pathname };
  if (parsed.size === PARSED_MAX) parsed.clear();
  parsed.set(url, destination);
  return destination;
}

/** localhost and every name under it are this machine (RFC 6761 6.3). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isAllowedPort(url: URL, policy: WebhookUrlPolicy): boolean {
  const standard = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? standard : Number(url.port);
  return policy.ports === undefined ? port === standard || port >= FREE_PORT_MIN : policy.ports.has(port);
}

function isAllowedHost(host: string, policy: WebhookUrlPolicy): boolean {
  if (host === '') return false;
  if (isLocalhost(host)) return policy.allowLoopback;
  return isIP(host) === 0 || isAllowedAddress(host, policy.allowLoopback);
}
