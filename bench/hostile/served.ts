import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { demoOffering } from '../../src/modules/examples/demo.ts';
import type { OrderParties } from '../support/order-requests.ts';
import { VenueProcess } from '../support/venue-process.ts';
import type { HostileBook, HostileOrder } from './books.ts';
import { pipeline } from './pipeline.ts';
import { Probes } from './probes.ts';

/** Clients that share the attack: no one client may keep that many orders with a condition in one security. */
const ATTACKERS = 3;
const PROBE_INTERVAL_MS = 2;
const QUIET_MS = 2000;
const POLL_MS = 20;

/** What a server did under a hostile book. */
export interface Served {
  /** Answers of GET /health and of createOrder in another security, before and during the attack, in milliseconds. */
  readonly quiet: Times;
  readonly attacked: Times;
  /** From the first order of the book until nothing was due. */
  readonly live_seconds: number;
  /** Recovery of the same commands after a kill. */
  readonly recovery_seconds: number;
}

export interface Times {
  readonly health_ms: readonly number[];
  readonly order_ms: readonly number[];
}

interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

export async function serve(book: HostileBook, dataDir: string): Promise<Served> {
  const venue = await VenueProcess.start(dataDir);
  const probes = new Probes();
  try {
    const parties = venue.parties();
    const operator = JSON.parse(readFileSync(join(dataDir, 'sandbox-operator.json'), 'utf8')) as Credentials;
    const attackers = await newClients(venue.port, operator);
    const other = await newSecurity(venue.port, parties);
    const probed = [
      { method: 'GET', path: '/health' },
      { method: 'POST', path: '/v3/createOrder', ...orderInOther(parties, other) },
    ];
    await probes.start(venue.port, probed, PROBE_INTERVAL_MS);
    await setTimeout(QUIET_MS);
    const take = async (): Promise<Times> => {
      const [health_ms = [], order_ms = []] = await probes.take();
      return { health_ms, order_ms };
    };
    await take();
    await setTimeout(QUIET_MS);
    const quiet = await take();
    const cast = { parties, operator, attackers };
    const started = performance.now();
    await setUp(venue, book, cast);
    // Orders that only rest are load like any other.
    if (book.whileHalted) await take();
    await attack(venue, book, cast);
    const live_seconds = (performance.now() - started) / 1000;
    const attacked = await take();
    await probes.stop();
    await venue.kill();
    return { quiet, attacked, live_seconds, recovery_seconds: await recoverySeconds(dataDir) };
  } finally {
    probes.kill();
    await venue.kill();
  }
}

interface Cast {
  readonly parties: OrderParties;
  readonly operator: Credentials;
  readonly attackers: readonly Credentials[];
}

async function setUp({ port }: VenueProcess, book: HostileBook, { parties, operator, attackers }: Cast): Promise<void> {
  const { securityId } = parties;
  if (book.whileHalted) await call(port, operator, 'POST haltSecurity', { securityId, reason: 'set-up' });
  await sendAll(port, book.setUp, attackers, parties);
}

async function attack(venue: VenueProcess, book: HostileBook, { parties, operator, attackers }: Cast): Promise<void> {
  const { port } = venue;
  const { securityId } = parties;
  if (book.whileHalted) await call(port, operator, 'POST resumeSecurity', { securityId, reason: 'it is over' });
  await sendAll(port, book.attack, attackers, parties);
  while (((await venue.figures()).get('openats_venue_books_due') ?? 0) > 0) await setTimeout(POLL_MS);
}

/** All at once, each attacker on one connection of its own. */
async function sendAll(
  port: number,
  orders: readonly HostileOrder[],
  attackers: readonly Credentials[],
  parties: OrderParties,
): Promise<void> {
  const of = (attacker: number) => orders.filter((_, i) => i % attackers.length === attacker);
  await Promise.all(
    attackers.map((credentials, i) =>
      pipeline(
        port,
        of(i).map((order) => orderRequest(order, credentials, parties)),
      ),
    ),
  );
}

function orderRequest(order: HostileOrder, credentials: Credentials, { issuerId, securityId }: OrderParties): string {
  const body = JSON.stringify({
    memberid: '1',
    issuerid: issuerId,
    securityid: securityId,
    type: 'Limit',
    action: order.side === 'buy' ? 'Buy' : 'Sell',
    quantity: order.quantity,
    // Far from the demo's own offer.
    price: ((500 + order.cents) / 100).toFixed(2),
    expiration: 'GTC',
    disclosePrice: 'Yes',
    contingencies: order.contingency,
    ...(order.contingency === 'Minimum Quantity' ? { minimumThreshold: order.minimum } : {}),
    solicited: 'Unsolicited',
  });
  return [
    'POST /v3/createOrder HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${bearer(credentials)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

function orderInOther(parties: OrderParties, securityId: string) {
  const headers = { authorization: bearer(parties), 'content-type': 'application/json' };
  const body = JSON.stringify({
    memberid: '1',
    issuerid: parties.issuerId,
    accountid: parties.accountId,
    securityid: securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 1,
    price: '1.00',
    expiration: 'IOC',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
  });
  return { headers, body };
}

async function newClients(port: number, operator: Credentials): Promise<Credentials[]> {
  const clients: Credentials[] = [];
  for (let i = 1; i <= ATTACKERS; i++) {
    const { client } = await call<{ client: { clientId: string } }>(port, operator, 'POST admin/createClient', {
      name: `Client ${i}`,
    });
    const { developerAPIKey } = await call<{ developerAPIKey: string }>(port, operator, 'POST admin/createApiKey', {
      clientId: client.clientId,
    });
    clients.push({ clientID: client.clientId, developerAPIKey });
  }
  return clients;
}

/** A second security of the demo's issuer. */
async function newSecurity(port: number, parties: OrderParties): Promise<string> {
  const { offeringDetails } = await call<{ offeringDetails: [boolean, [{ offeringId: string }]] }>(
    port,
    parties,
    'PUT createOffering',
    demoOffering(parties.issuerId, 'Other Security'),
  );
  const { offeringId } = offeringDetails[1][0];
  await call(port, parties, 'POST updateOffering', { offeringId, offeringStatus: 'Approved' });
  return String(offeringId);
}

/** What a start takes to apply the commands again, as the program itself says. */
async function recoverySeconds(dataDir: string): Promise<number> {
  const venue = await VenueProcess.start(dataDir);
  const seconds = (await venue.figures()).get('openats_venue_recovery_seconds') ?? Number.NaN;
  await venue.kill();
  return seconds;
}

/** @param what verb and name, such as POST createOrder */
async function call<T>(port: number, credentials: Credentials, what: string, body: object): Promise<T> {
  const [method = '', name = ''] = what.split(' ');
  const response = await fetch(`http://127.0.0.1:${port}/v3/${name}`, {
    method,
    headers: { authorization: bearer(credentials), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { statusCode: string };
  if (answer.statusCode !== '101') throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer as T;
}

function bearer({ clientID, developerAPIKey }: Credentials): string {
  return `Bearer ${clientID}:${developerAPIKey}`;
}
