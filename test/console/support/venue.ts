/** A sandbox in this process, for pages that open it in a browser. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { WAYS } from '../../../src/client/generated/index.ts';
import { readConfig } from '../../../src/config.ts';
import type { DemoIds } from '../../../src/modules/examples/index.ts';
import { prepareSandbox } from '../../../src/service/prepare-sandbox.ts';
import { Service } from '../../../src/service/service.ts';
import { signIn } from './sign-in.ts';

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

type Fields = Readonly<Record<string, unknown>>;

export class BrowserVenue {
  readonly service: Service;
  readonly demo: DemoIds;

  private constructor(service: Service, demo: DemoIds) {
    this.service = service;
    this.demo = demo;
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<BrowserVenue> {
    const ports = { PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' };
    const config = readConfig({
      DATA_DIR: mkdtempSync(join(tmpdir(), 'openats-console-')),
      MARKET_ALWAYS_OPEN: 'true',
      SANDBOX_TICKER: 'off',
      ...ports,
      ...settings,
    });
    const service = await Service.open(config, pino({ level: 'silent' }));
    const demo = await prepareSandbox(service);
    await service.listen();
    return new BrowserVenue(service, demo);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    rmSync(this.service.config.DATA_DIR, { recursive: true, force: true });
  }

  /** As the start prints it. */
  consoleLink(): Promise<string> {
    return this.service.signInLink();
  }

  get url(): string {
    return this.service.addresses.api;
  }

  credentials(who: 'client' | 'operator'): Credentials {
    return JSON.parse(readFileSync(join(this.service.config.DATA_DIR, `sandbox-${who}.json`), 'utf8')) as Credentials;
  }

  /** Fails where the answer is no success. */
  async call(who: Credentials, path: string, fields: Fields = {}, method = 'POST'): Promise<Fields> {
    const response = await fetch(`${this.url}/v3/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${who.clientID}:${who.developerAPIKey}`,
      },
      body: JSON.stringify(fields),
    });
    const answer = (await response.json()) as Fields;
    expect(answer, path).toMatchObject({ statusCode: '101' });
    return answer;
  }

  /** Another client, with a key that may not call these methods. */
  async newClient(name: string, deniedMethods: readonly string[] = []): Promise<Credentials> {
    const operator = this.credentials('operator');
    const { client } = await this.call(operator, 'admin/createClient', { name });
    const { clientId: clientID } = client as { clientId: string };
    const { developerAPIKey, key } = await this.call(operator, 'admin/createApiKey', { clientId: clientID });
    const { keyId } = key as { keyId: string };
    if (deniedMethods.length > 0) {
      await this.call(operator, 'admin/setMethodPermissions', { keyId, deniedMethods: [...deniedMethods] });
    }
    return { clientID, developerAPIKey: String(developerAPIKey) };
  }

  /** An order in the demo security. */
  async order(who: Credentials, fields: Fields): Promise<string> {
    const { orderDetails } = await this.call(who, 'createOrder', {
      memberid: '1',
      issuerid: this.demo.issuerId,
      securityid: this.demo.securityId,
      type: 'Limit',
      expiration: 'GTC',
      disclosePrice: 'Yes',
      solicited: 'Unsolicited',
      ...fields,
    });
    return (orderDetails as { orderId: string }).orderId;
  }
}

interface VenueOfTwo {
  readonly venue: BrowserVenue;
  /** The first one is that of the sandbox. */
  readonly second: Credentials;
}

/** A venue where one operator asks and another one decides. `before`: what nobody makes alone there, as its keys. */
export async function venueOfTwoOperators(
  settings: Readonly<Record<string, string>> = {},
  before?: (alone: BrowserVenue) => Promise<unknown>,
): Promise<VenueOfTwo> {
  const alone = await BrowserVenue.start();
  await before?.(alone);
  const { clientID } = await alone.newClient('Second operator');
  const asked = { clientId: clientID, master: 'Yes' };
  const { developerAPIKey } = await alone.call(alone.credentials('operator'), 'admin/createApiKey', asked);
  await alone.service.stop();
  const { DATA_DIR } = alone.service.config;
  const venue = await BrowserVenue.start({ DATA_DIR, ...settings, FOUR_EYES: 'true' });
  return { venue, second: { clientID, developerAPIKey: String(developerAPIKey) } };
}

/** One venue for all tests of a file. */
export function venueOfFile(settings: Readonly<Record<string, string>> = {}): () => BrowserVenue {
  let venue: BrowserVenue | undefined;
  beforeAll(async () => {
    venue = await BrowserVenue.start(settings);
  });
  afterAll(() => venue?.stop());
  return () => venue as BrowserVenue;
}

/** Opens a place of the console as somebody with a key. What the page complains of fails the test. */
export async function openConsole(page: Page, url: string, who: Credentials, place = ''): Promise<void> {
  failOnComplaints(page);
  await signIn(page, url, who, place);
}

/** Performs what the dialog asks for that a key or a click has opened, once the dialog takes keys. */
export async function confirmByKey(page: Page): Promise<void> {
  await page.locator('dialog :focus').waitFor();
  await page.keyboard.press('Enter');
}

/** Goes to a place by the side bar, whose link may have a number after its title. */
export async function goTo(page: Page, title: string): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Places', exact: true });
  await places.getByRole('link', { name: new RegExp(`^${title}( ?\\d.*)?$`) }).click();
}

/** Whether something is wider than the window, or than the place that scrolls in it. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(
    "[document.documentElement, ...document.querySelectorAll('main, aside.drawer')]" +
      '.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)',
  );
}

/** Ways of calls that change something. */
const CHANGES = Object.values(WAYS)
  .filter((way) => way.startsWith('key '))
  .map((way) => way.split(' '))
  .map(([, verb, path = '']) => [verb, new RegExp(`${path.replace(/\{\w+\}/g, '[^/?]+')}$`)] as const);

/** The fields of a call that changes something; undefined: it changes nothing. */
export function changeIn(request: Request): Fields | undefined {
  const [sent] = request.url().split('?');
  const isChange = CHANGES.some(([verb, path]) => verb === request.method() && path.test(String(sent)));
  if (!isChange) return undefined;
  try {
    return JSON.parse(request.postData() ?? '{}') as Fields;
  } catch {
    // A file.
    return {};
  }
}

/** Errors of scripts, what the content security policy stopped, and changes without an Idempotency-Key. */
export function failOnComplaints(page: Page): void {
  page.on('request', (request) => {
    if (changeIn(request) !== undefined && request.headers()['idempotency-key'] === undefined)
      expect.unreachable(`${request.url()} without a key`);
  });
  page.on('pageerror', (error) => expect.unreachable(`${error.name}: ${error.message} ${error.stack}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|Trusted Type/.test(message.text())) expect.unreachable(message.text());
  });
}
