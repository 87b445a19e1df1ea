import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { VenueProcess } from '../support/venue-process.ts';
import type { Attack } from './attack.ts';
import { bearer, Cast, type Credentials, newSecurity } from './cast.ts';
import type { Probed } from './probe.ts';
import { Probes } from './probes.ts';
import { type LongestTurns, Turns, WATCHING_TURNS } from './turns.ts';
import { type Waits, WaitsOf } from './waits.ts';

const PROBE_INTERVAL_MS = 2;
const QUIET_MS = 2000;
/** Seldom: reading the metrics is some milliseconds of the main thread too. */
const POLL_MS = 200;

/** What a server did under an attack. */
export interface Served {
  /** With all that the attack sets up, and during it until nothing was left to do. */
  readonly quiet: Phase;
  readonly attacked: Phase;
  /** From the first call of the set-up until nothing was left to do, without the quiet time. */
  readonly live_seconds: number;
  /** Recovery of the same commands after a kill. */
  readonly recovery_seconds: number;
}

/** Answers of GET /health and of another client's createOrder, milliseconds; and the server's turns. */
export interface Phase {
  readonly health_ms: readonly number[];
  readonly order_ms: readonly number[];
  readonly turns: LongestTurns;
  readonly waits: Waits;
}

export async function serve(attack: Attack, dataDir: string): Promise<Served> {
  const turns = new Turns(dataDir);
  const venue = await VenueProcess.start(dataDir, WATCHING_TURNS, {
    ...attack.settings,
    ...turns.settings,
  });
  const probes = new Probes();
  const waits = new WaitsOf(venue.pid);
  let cast: Cast | null = null;
  try {
    cast = await Cast.create(venue.port, readCredentials(dataDir, 'sandbox-operator.json'));
    await probes.start(venue.port, await probedOf(venue), PROBE_INTERVAL_MS);
    const take = async (): Promise<Phase> => {
      const [health_ms = [], order_ms = []] = await probes.take();
      return { health_ms, order_ms, turns: await turns.take(venue.pid), waits: waits.take() };
    };
    const setUp_s = await secondsOf(venue, () => attack.setUp(cast!));
    await take();
    await secondsOf(venue, () => setTimeout(QUIET_MS));
    const quiet = await take();
    const attack_s = await secondsOf(venue, () => attack.attack(cast!));
    const attacked = await take();
    await probes.stop();
    await venue.kill();
    return { quiet, attacked, live_seconds: setUp_s + attack_s, recovery_seconds: await recoverySeconds(dataDir) };
  } finally {
    cast?.end();
    probes.kill();
    await venue.kill();
  }
}

/** What the orders of the probes leave to the history at any moment. */
const PROBED_EVENTS = 500;

/** Until nothing of what was done is left to be matched or published, in seconds. */
async function secondsOf(venue: VenueProcess, act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  for (;;) {
    const figures = await venue.figures();
    const left = (name: string) => figures.get(name) ?? 0;
    const matched = left('openats_venue_books_due') + left('openats_venue_pending_effects') === 0;
    if (matched && left('openats_history_lag_events') <= PROBED_EVENTS) break;
    await setTimeout(POLL_MS);
  }
  return (performance.now() - start) / 1000;
}

/** What others do meanwhile: the demo's client, with orders that never rest in a separate security. */
async function probedOf(venue: VenueProcess): Promise<Probed[]> {
  const parties = venue.parties();
  const securityId = await newSecurity(venue.port, parties, parties.issuerId, 'Other Security');
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
  return [
    { method: 'GET', path: '/health' },
    { method: 'POST', path: '/v3/createOrder', headers, body },
  ];
}

function readCredentials(dataDir: string, file: string): Credentials {
  return JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
}

/** What a start takes to apply the commands again, as the program itself says. */
async function recoverySeconds(dataDir: string): Promise<number> {
  const venue = await VenueProcess.start(dataDir);
  const seconds = (await venue.figures()).get('openats_venue_recovery_seconds') ?? Number.NaN;
  await venue.kill();
  return seconds;
}
