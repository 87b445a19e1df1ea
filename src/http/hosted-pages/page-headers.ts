import { contentPolicy, PAGE_HEADERS } from './content-policy.ts';

/** Headers of a hosted page: nothing from elsewhere, no inline script, no trace of its address. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
};

/** `ancestors`: the origins that may embed the page. */
export function pageHeaders(
  ancestors: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const frameAncestors = ancestors.length === 0 ? "'none'" : ancestors.join(' ');
  const policy = { ...POLICY, ...further, 'frame-ancestors': frameAncestors };
  return {
    // Its address is the credential: PAGE_HEADERS keep it from others.
    ...PAGE_HEADERS,
    'content-security-policy': contentPolicy(policy),
    'cache-control': 'no-store',
  };
}
