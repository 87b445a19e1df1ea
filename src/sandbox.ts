/**
 * The first five minutes: a demo issuer with an approved security, an investor and a resting offer, made once through the
 * API itself, and a text that says where everything is and how to send a first order.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { formatTimestamp } from './calendar/format-time.ts';
import type { Service } from './service.ts';

interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

interface Demo {
  readonly issuerId: string;
  readonly securityId: string;
  readonly accountId: string;
}

type Body = Readonly<Record<string, unknown>>;

/** Price and size of the offer that rests in the demo security's book. */
const DEMO_PRICE = '10.25';
const DEMO_SHARES = 5000;

export interface PreparedSandbox {
  /** The text for the terminal; it names addresses, so the service must listen by then. */
  welcome(): string;
}

/** Makes what is missing of the demo. */
export async function prepareSandbox(service: Service): Promise<PreparedSandbox> {
  const credentials = readJson<Credentials>(join(service.config.DATA_DIR, 'sandbox-client.json'));
  if (credentials === undefined) throw new Error('sandbox-client.json is missing in the data folder');
  const demo = (await existingDemo(service, credentials)) ?? (await createDemo(service, credentials));
  return { welcome: () => welcome(service, credentials, demo) };
}

async function existingDemo(service: Service, credentials: Credentials): Promise<Demo | undefined> {
  const demo = readJson<Demo>(demoFile(service));
  if (demo === undefined) return undefined;
  const answer = await call(service, credentials, 'POST', 'getClob', {
    securityID: demo.securityId,
    issuerID: demo.issuerId,
  });
  return answer.statusCode === '101' ? demo : undefined;
}

async function createDemo(service: Service, credentials: Credentials): Promise<Demo> {
  const send = async (method: 'PUT' | 'POST', name: string, body: Body): Promise<Body> => {
    const answer = await call(service, credentials, method, name, body);
    if (answer.statusCode !== '101') throw new Error(`the demo could not be made: ${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const issuer = await send('PUT', 'createIssuer', {
    issuerName: 'Example Issuer',
    firstName: 'First',
    lastName: 'Last',
    email: 'issuer@example.com',
  });
  const { issuerId } = created(issuer.issuerDetails);
  const offering = await send('PUT', 'createOffering', {
    issuerId,
    issueName: 'Example Security',
    issueType: 'Equity',
    targetAmount: '500000',
    minAmount: '100',
    maxAmount: '1000000',
    unitPrice: '10',
    startDate: '01-02-2026',
    endDate: '12-31-2030',
    offeringText: 'A security for trying things out',
    stampingText: 'Example',
  });
  const { offeringId } = created(offering.offeringDetails);
  await send('POST', 'updateOffering', { offeringId, offeringStatus: 'Approved' });
  const account = await send('PUT', 'createAccount', {
    accountRegistration: 'Example Investor',
    type: 'Individual',
    domesticYN: 'domestic_account',
    streetAddress1: '1 Example Street',
    city: 'Example City',
    state: 'NY',
    zip: '10001',
    country: 'USA',
  });
  const [{ accountId }] = account.accountDetails as [{ accountId: string }];
  const demo: Demo = { issuerId: String(issuerId), securityId: String(offeringId), accountId };
  await send('POST', 'createOrder', { ...orderOf(demo), action: 'Sell', quantity: DEMO_SHARES });
  writeFileSync(demoFile(service), `${JSON.stringify(demo)}\n`, { mode: 0o600 });
  return demo;
}

/** Element 1 of the two-element array that create methods answer with (spec/1 Conventions 2). */
function created(details: unknown): Record<string, string | number> {
  const [, [object]] = details as [boolean, [Record<string, string | number>]];
  return object;
}

function orderOf(demo: Demo) {
  return {
    memberid: '1',
    issuerid: demo.issuerId,
    accountid: demo.accountId,
    securityid: demo.securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 100,
    price: DEMO_PRICE,
    expiration: 'GTC',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
  };
}

async function call(
  service: Service,
  { clientID, developerAPIKey }: Credentials,
  method: NonNullable<InjectOptions['method']>,
  name: string,
  body: Body,
): Promise<Body> {
  const headers = { authorization: `Bearer ${clientID}:${developerAPIKey}` };
  const reply = await service.api.inject({ method, url: `/v3/${name}`, headers, payload: body });
  return reply.json<Body>();
}

function demoFile(service: Service): string {
  return join(service.config.DATA_DIR, 'sandbox-demo.json');
}

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function welcome(service: Service, { clientID, developerAPIKey }: Credentials, demo: Demo): string {
  const { api, legacy, metrics } = service.addresses;
  return `
OpenATS is ready.

  API              ${api}/v3
  Stream           ${api.replace(/^http/, 'ws')}/v3/stream
  Documentation    ${api}/docs  (OpenAPI: ${api}/openapi.json)
  Legacy host      ${legacy}
  Metrics          ${metrics}/metrics
  Data folder      ${service.config.DATA_DIR}

Your sandbox client, kept in sandbox-client.json in the data folder:

  clientID         ${clientID}
  developerAPIKey  ${developerAPIKey}

Security ${demo.securityId} of issuer ${demo.issuerId} is approved, and ${DEMO_SHARES} shares are offered at ${DEMO_PRICE}. ${marketSentence(service, demo)}
Buy some of it:

  curl -sS ${api}/v3/createOrder \\
    -H 'Authorization: Bearer ${clientID}:${developerAPIKey}' \\
    -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(orderOf(demo))}'

`;
}

function marketSentence(service: Service, demo: Demo): string {
  const securityId = Number(demo.securityId);
  const next = service.exchange.nextTransition(securityId);
  if (next === null) return 'Its market is open around the clock.';
  const when = `${formatTimestamp(next.time)} UTC`;
  if (next.market === 'closed') return `Its market is open until ${when}.`;
  return `Its market is closed until ${when}: orders rest until then; start with MARKET_ALWAYS_OPEN=true to trade now.`;
}
