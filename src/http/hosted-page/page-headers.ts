/** What a browser is told about a hosted page: nothing from elsewhere, no inline script, no trace of its address. */
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
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    // The address is the credential.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'x-robots-tag': 'noindex',
  };
}
