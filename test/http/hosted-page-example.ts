import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { HttpLimits } from '../../src/http/auth/limits.ts';
import type { HostedPage } from '../../src/http/hosted-pages/hosted-page.ts';
import { fragment, h } from '../../src/http/hosted-pages/html.ts';
import { hostedPages } from '../../src/http/hosted-pages/pages-plugin.ts';
import type { Servers } from '../../src/http/server/server.ts';
import { serve } from '../support/served-api.ts';

/** A form with a name, which answers what was sent. */
const PAGE: HostedPage = {
  name: 'example',
  policy: { 'frame-src': "'self'" },
  show: async (params) =>
    params === 'good'
      ? {
          title: 'Example & more',
          main: fragment(
            h('h1', { 'data-focus': true, tabindex: -1 }, 'Example'),
            h(
              'form',
              { method: 'post' },
              h('label', { for: 'name' }, 'Name'),
              h('input', { id: 'name', name: 'name' }),
              h('button', {}, 'Send'),
            ),
          ),
        }
      : undefined,
  submit: async (params, form, { ip }) => {
    if (params !== 'good') return undefined;
    const name = form.get('name') ?? '';
    if (name === '')
      return { http: 422, title: 'Missing', main: h('p', { 'data-focus': true, tabindex: -1 }, 'Missing') };
    return {
      title: 'Done',
      main: h('p', {}, `Thanks, ${name} of ${ip}`),
      message: { source: 'example', status: 'success', name },
    };
  },
};

export async function servePage(
  ancestors: readonly string[] = ['*'],
  limits: Partial<HttpLimits> = {},
): Promise<{ readonly servers: Servers; readonly address: string }> {
  const plugins = [hostedPages({ pages: [PAGE], ancestors, log: pino({ level: 'silent' }) })];
  const servers = await serve({ methods: [], authenticator: { authenticate: () => undefined }, plugins, limits });
  await servers.v3.listen({ host: '127.0.0.1', port: 0 });
  return { servers, address: `http://127.0.0.1:${(servers.v3.server.address() as AddressInfo).port}` };
}
