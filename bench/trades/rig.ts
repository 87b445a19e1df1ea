import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LoadGenerator } from '../support/load-generator.ts';
import type { OrderParties } from '../support/order-requests.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { type Place, postgresPlace, sqlitePlace } from './place.ts';

/** Trades a second, and how long one took. */
export interface Block {
  readonly rate: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface Load {
  readonly connections: number;
  readonly duration_ms: number;
}

/** The program and the bare server on one kind of database, with a load generator for each. */
export class TradesRig {
  readonly #venue: VenueProcess;
  readonly #bare: ChildProcess;
  readonly #barePort: number;
  readonly #places: readonly Place[];
  readonly #generators = { venue: new LoadGenerator(), bare: new LoadGenerator() };

  private constructor(venue: VenueProcess, bare: ChildProcess, barePort: number, places: readonly Place[]) {
    this.#venue = venue;
    this.#bare = bare;
    this.#barePort = barePort;
    this.#places = places;
  }

  /** @param url of a PostgreSQL database; absent: SQLite */
  static async start(folder: string, url: string | undefined): Promise<TradesRig> {
    mkdirSync(folder, { recursive: true });
    const newPlace = () => (url === undefined ? sqlitePlace(folder) : postgresPlace(url));
    const places = [await newPlace(), await newPlace()] as const;
    const settings: Record<string, string> = places[0].url === undefined ? {} : { DATABASE_URL: places[0].url };
    const venue = await VenueProcess.start(join(folder, 'data'), [], settings);
    const bare = fork(new URL('./bare-server.ts', import.meta.url), [places[1].name], { execArgv: [] });
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    return new TradesRig(venue, bare, port, places);
  }

  /** Makes room for many trades in the offering of the sandbox, and warms both servers up. */
  async warmUp(load: Load): Promise<void> {
    const parties = this.#venue.parties();
    await call(this.#venue.port, parties, 'updateOffering', {
      offeringId: parties.securityId,
      maxAmount: '100000000000000',
    });
    const requests = [tradeRequest(parties)];
    await this.#generators.venue.run({ ...load, port: this.#venue.port, requests });
    await this.#generators.bare.run({ ...load, port: this.#barePort, requests });
  }

  venue(load: Load): Promise<Block> {
    return this.#run('venue', this.#venue.port, load);
  }

  bare(load: Load): Promise<Block> {
    return this.#run('bare', this.#barePort, load);
  }

  async stop(): Promise<void> {
    for (const generator of Object.values(this.#generators)) generator.close();
    this.#bare.kill();
    await this.#venue.stop();
    for (const place of this.#places) await place.remove();
  }

  async #run(side: 'venue' | 'bare', port: number, load: Load): Promise<Block> {
    const { requests, seconds, p50_ms, p99_ms } = await this.#generators[side].run({ ...load, port });
    return { rate: requests / seconds, p50_ms, p99_ms };
  }
}

async function call(port: number, parties: OrderParties, method: string, fields: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v3/${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${parties.clientID}:${parties.developerAPIKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(fields),
  });
  const { statusCode } = (await response.json()) as { statusCode: string };
  if (statusCode !== '101') throw new Error(`${method} answers ${statusCode}`);
}

function tradeRequest({ clientID, developerAPIKey, securityId, accountId }: OrderParties): string {
  const body = JSON.stringify({
    offeringId: securityId,
    accountId,
    transactionType: 'ACH',
    transactionUnits: '1',
  });
  return [
    'POST /v3/createTrade HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${clientID}:${developerAPIKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
