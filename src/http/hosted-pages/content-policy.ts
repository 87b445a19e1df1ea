/** Headers of our pages: nobody learns their address, and no other page may reach into them. */
export const PAGE_HEADERS = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-robots-tag': 'noindex',
} as const;

/** The value of Content-Security-Policy. */
export function contentPolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
