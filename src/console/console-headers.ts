import { contentPolicy, PAGE_HEADERS } from '../http/hosted-pages/index.ts';

/** Headers of the console: everything comes from this server, nothing is inline, no other site may frame it. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  // Text from the venue can become no markup.
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  // Calls of a session over plain http are judged by Referer (P9); no other site gets one.
  'referrer-policy': 'same-origin',
  'content-security-policy': contentPolicy(POLICY),
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  // It names the files of this build; they themselves are kept.
  'cache-control': 'no-cache',
};
