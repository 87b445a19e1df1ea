/** The sign-in of a venue on a real port, with its log. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { Secrets } from '../../src/database/secrets/index.ts';
import { SessionCookie } from '../../src/http/auth/index.ts';
import type { Servers } from '../../src/http/server/server.ts';
import type { AuditedEvent } from '../../src/modules/shared/change/index.ts';
import { signInPlugin } from '../../src/modules/sign-in/index.ts';
import { OpenIdProvider, readProviders } from '../../src/providers/openid/index.ts';
import { closeBoth, serve } from '../support/served-api.ts';
import type { CookieBrowser } from './browser.ts';
import { FakeSessions, FakeUsers } from './fake-records.ts';
import { CLIENT_ID, CLIENT_SECRET, RunningProvider } from './running-provider.ts';

interface Settings {
  readonly pages?: number;
  /** Of the provider corporate. */
  readonly provider?: object;
  /** A second entry, other, of the same provider: whatever it would accept. */
  readonly hasOther?: boolean;
}

export class SigningIn {
  readonly url: string;
  readonly users = new FakeUsers();
  readonly sessions: FakeSessions;
  readonly lines: string[] = [];
  readonly entries: AuditedEvent[] = [];
  readonly provider: RunningProvider;
  #nowUs = Date.now() * 1000;
  #hosts: Servers | undefined;

  /** Each reading is later than the one before. */
  get nowUs(): number {
    return this.#nowUs++;
  }

  set nowUs(value: number) {
    this.#nowUs = value;
  }

  private constructor(url: string, provider: RunningProvider) {
    this.url = url;
    this.provider = provider;
    this.sessions = new FakeSessions(() => this.nowUs, this.users);
  }

  static async start(settings: Settings = {}): Promise<SigningIn> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const venue = new SigningIn(url, await RunningProvider.start(url));
    await venue.#open(port, settings);
    return venue;
  }

  async #open(port: number, { pages = 0, provider = {}, hasOther = false }: Settings): Promise<void> {
    const { issuer } = this.provider;
    const one = { name: 'corporate', title: 'Corporate', issuer, clientId: CLIENT_ID, clientSecretEnv: 'SECRET' };
    const list = [{ ...one, ...provider }, ...(hasOther ? [{ ...one, name: 'other' }] : [])];
    const settings = readProviders(JSON.stringify(list), { SECRET: CLIENT_SECRET });
    const redirectUri = () => `${this.url}/console/sign-in/oidc/corporate/callback`;
    const log = pino({ level: 'trace' }, { write: (line: string) => void this.lines.push(line) });
    const deps = {
      users: this.users,
      sessions: this.sessions,
      sessionCookie: new SessionCookie(null),
      secrets: new Secrets([randomBytes(32)]),
      providers: settings.map((of) => new OpenIdProvider(of, { redirectUri, timeoutMs: 100_000 })),
      hasPasskeys: true,
      publicUrl: () => this.url,
      nowUs: () => this.nowUs,
      signInAgainMinutes: 10,
      sandboxUsers: async () => [...this.users.all.values()].filter(({ email }) => email.endsWith('@sandbox.example')),
      log,
      counts: { signedIn: () => {}, refused: () => {} },
      refusals: {
        note: (_: string, fields: object, message: string) => {
          log.info(fields, message);
          return true;
        },
      },
      audit: { add: async (entry: AuditedEvent) => void this.entries.push(entry) },
    };
    this.#hosts = await serve({
      methods: [],
      authenticator: { authenticate: () => undefined },
      logger: log,
      limits: { pageRequestsPerAddress: pages },
      plugins: [signInPlugin(deps)],
    });
    await this.#hosts.v3.listen({ port, host: '127.0.0.1' });
  }

  async stop(): Promise<void> {
    if (this.#hosts !== undefined) await closeBoth(this.#hosts);
    await this.provider.stop();
  }

  /** Through the provider, as the account; answers the last address below the venue. */
  async signIn(browser: CookieBrowser, account: string, { query = '', hint = true } = {}): Promise<string> {
    const begun = await browser.request(`${this.url}/console/sign-in/oidc/corporate${query}`);
    const there = begun.headers.get('location') ?? '';
    if (!there.startsWith(this.provider.issuer)) return new URL(there, begun.url).href;
    const back = await this.atProvider(browser, hint ? `${there}&login_hint=${account}` : there);
    const done = await browser.request(back);
    return new URL(done.headers.get('location') ?? '', back).href;
  }

  /** The address that the provider sends the browser back to. */
  async atProvider(browser: CookieBrowser, there: string): Promise<string> {
    const { next = '' } = await browser.follow(there, (at) => !at.startsWith(this.url));
    return next;
  }

  /** As the console asks. */
  post(
    browser: CookieBrowser,
    path: string,
    body: object | string = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return browser.request(`${this.url}/console/sign-in/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openats-console': '1', origin: this.url, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  sessionOf(browser: CookieBrowser): string | undefined {
    return browser.jar(new URL(this.url).host).get('__Host-openats-session');
  }
}
