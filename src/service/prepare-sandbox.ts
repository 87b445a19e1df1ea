/**
 * The first five minutes: a demo that is made once, by the methods that everybody calls, and a text that says where
 * everything is and how to send a first order.
 */
import { join } from 'node:path';
import { formatTimestamp } from '../calendar/format-time.ts';
import type { SecurityId } from '../exchange/api/index.ts';
import { isLoopback } from '../http/auth/index.ts';
import { DEMO_PRICE, DEMO_SHARES, type DemoIds, demoOrder } from '../modules/examples/index.ts';
import { ensureDemo, type SandboxCredentials, type TickerIds } from './sandbox/index.ts';
import type { Service } from './service.ts';

export interface PreparedSandbox {
  readonly demo: DemoIds;
  /** The text for the terminal; it names addresses, so the service must listen by then. */
  welcome(ticker: TickerIds | undefined): Promise<string>;
}

/** Makes what is missing of the demo. */
export async function prepareSandbox(service: Service): Promise<PreparedSandbox> {
  const { credentials, calls } = await service.openSandbox();
  const demo = await ensureDemo(calls, join(service.config.DATA_DIR, 'sandbox-demo.json'));
  service.showInReference(demo);
  return { demo, welcome: (ticker) => welcome(service, credentials, { demo, ticker }) };
}

async function welcome(
  service: Service,
  { clientID, developerAPIKey }: SandboxCredentials,
  { demo, ticker }: { readonly demo: DemoIds; readonly ticker: TickerIds | undefined },
): Promise<string> {
  const { api, legacy, metrics } = service.addresses;
  const isOpen = isOpenSandbox(service);
  return `
OpenATS is ready.

${await consoleLine(service)}  API              ${api}/v3
  Stream           ${api.replace(/^http/, 'ws')}/v3/stream
  Documentation    ${isOpen ? `${api}/docs` : service.linkWithKey()}
  OpenAPI          ${api}/openapi.json
  Legacy host      ${legacy}
  Metrics          ${metrics}/metrics
  Data folder      ${service.config.DATA_DIR}

${isOpen ? OPEN_SANDBOX : CLOSED_SANDBOX}

Your sandbox client, kept in sandbox-client.json in the data folder:

  clientID         ${clientID}
  developerAPIKey  ${developerAPIKey}

${tickerSentence(ticker)}${offerSentence(demo)} ${marketSentence(service, demo)}
Buy some of it:

  curl -sS ${api}/v3/createOrder \\
    -H 'Authorization: Bearer ${clientID}:${developerAPIKey}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(demoOrder(demo))}'

`;
}

/** Whether other machines may reach the ports; then no key is sent over HTTP. */
export function isOpenSandbox({ config }: Service): boolean {
  return config.ENVIRONMENT === 'sandbox' && !isLoopback(config.HOST);
}

const CONSOLE_LINK = `The link of the console works once, within 15 minutes: it lets you try a user of each role.
A new start prints a new one; the keys in the data folder sign in, too.`;

const OPEN_SANDBOX = `${CONSOLE_LINK}

WARNING: this is a sandbox on an address that other machines may reach (HOST).
Its keys are not shown in the documentation: they are in sandbox-client.json and
sandbox-operator.json in the data folder. With ENVIRONMENT=production there is no sandbox.`;

const CLOSED_SANDBOX = `${CONSOLE_LINK}
The link of the documentation fills in the sandbox's key: it works once, within 15 minutes, on this machine.`;

/** What a node of a cluster prints when it leads a sandbox: its link works at every node. */
export async function welcomeOfLeader(service: Service): Promise<string> {
  const line = await consoleLine(service);
  return line === '' ? '' : `\n${line}\n${CONSOLE_LINK}\n\n`;
}

/** First, for people would rather look than read. */
async function consoleLine(service: Service): Promise<string> {
  return service.config.CONSOLE === 'on' ? `  Console          ${await service.signInLink()}\n` : '';
}

function tickerSentence(ticker: TickerIds | undefined): string {
  if (ticker === undefined) return '';
  return `Security ${ticker.securityId} trades by itself, round the clock, for something to look at.\n`;
}

function offerSentence({ securityId, issuerId }: DemoIds): string {
  const security = `Security ${securityId} of issuer ${issuerId} is approved`;
  return `${security}, and ${DEMO_SHARES} shares are offered at ${DEMO_PRICE}.`;
}

function marketSentence(service: Service, demo: DemoIds): string {
  const securityId = Number(demo.securityId) as SecurityId;
  const next = service.exchange.nextTransition(securityId);
  if (next === null) return 'Its market is open around the clock.';
  const when = `${formatTimestamp(next.time)} UTC`;
  if (next.market === 'closed') return `Its market is open until ${when}.`;
  return `Its market is closed until ${when}: orders rest until then; start with MARKET_ALWAYS_OPEN=true to trade now.`;
}
