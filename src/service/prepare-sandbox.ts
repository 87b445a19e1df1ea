/**
 * The first five minutes: a demo that is made once, by the methods that everybody calls, and a text that says where
 * everything is and how to send a first order.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { formatTimestamp } from '../calendar/format-time.ts';
import type { OrderId, SecurityId } from '../exchange/api/index.ts';
import { isLoopback } from '../http/auth/index.ts';
import { ApiError } from '../http/methods/index.ts';
import { DEMO_PRICE, type DemoIds, demoOrder } from '../modules/examples/index.ts';
import { ensureDemo, readSandboxCredentials, type TickerIds } from './sandbox/index.ts';
import type { Service } from './service.ts';

/** Makes what is missing of the demo. Throws ApiError where a method refuses that. */
export async function prepareSandbox(service: Service): Promise<DemoIds> {
  const { calls } = await service.openSandbox();
  const demo = await ensureDemo(calls, join(service.config.DATA_DIR, 'sandbox-demo.json'));
  service.showInReference(demo);
  return demo;
}

/** The client of the sandbox and the operator set limits, delete and stop as they like: a start goes on without. */
export async function unlessRefused<T>(what: string, log: Logger, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `${error.statusCode} ${error.detail ?? error.message}`;
    log.warn({ reason }, `the sandbox starts without ${what}: a method refused to make it`);
    return undefined;
  }
}

/** The text for the terminal; it names addresses, so the service must listen by then. */
export async function welcome(
  service: Service,
  { demo, ticker }: { readonly demo: DemoIds | undefined; readonly ticker: TickerIds | undefined },
): Promise<string> {
  const { clientID, developerAPIKey } = readSandboxCredentials(service.config.DATA_DIR);
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

${tickerSentence(ticker)}${demo === undefined ? NO_DEMO : await firstOrder(service, demo)}`;
}

const NO_DEMO = 'There is no demo: a method refused to make it, and the log says why.\n';

async function firstOrder(service: Service, demo: DemoIds): Promise<string> {
  const { clientID, developerAPIKey } = readSandboxCredentials(service.config.DATA_DIR);
  return `${await offerSentence(service, demo)} ${marketSentence(service, demo)}
Buy some of it:

  curl -sS ${service.addresses.api}/v3/createOrder \\
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

/** A later start finds what earlier ones have left of the offer. */
async function offerSentence({ exchange }: Service, { securityId, issuerId, orderId }: DemoIds): Promise<string> {
  const security = `Security ${securityId} of issuer ${issuerId} is approved`;
  const order = await exchange.order(Number(orderId) as OrderId);
  if (order?.status !== 'Live' && order?.status !== 'Partially Executed') {
    return `${security}; its offer at ${DEMO_PRICE} is no longer open.`;
  }
  return `${security}, and ${order.remaining} shares are offered at ${DEMO_PRICE}.`;
}

function marketSentence(service: Service, demo: DemoIds): string {
  const securityId = Number(demo.securityId) as SecurityId;
  const next = service.exchange.nextTransition(securityId);
  if (next === null) return 'Its market is open around the clock.';
  const when = `${formatTimestamp(next.time)} UTC`;
  if (next.market === 'closed') return `Its market is open until ${when}.`;
  return `Its market is closed until ${when}: orders rest until then; start with MARKET_ALWAYS_OPEN=true to trade now.`;
}
