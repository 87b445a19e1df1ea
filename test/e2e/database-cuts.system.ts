/**
 * PostgreSQL connections that are cut under load: answers of 503 meanwhile, and the server and its history come back.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { call, mustCallAfterCut, type Reply } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { expectHistory, readHistory, replay } from './support/venue-files.ts';

/** CUTS=50 for the long form. */
const CUTS = Number(process.env.CUTS ?? 5);
/** Answers between two cuts. */
const ANSWERS = 60;
const CALLERS = 6;
/** More than the server keeps open: each may be dead after the last cut, and none after it was used. */
const CONNECTIONS_MAX = 50;

const ISSUER = { issuerName: 'Example', firstName: 'First', lastName: 'Last', email: 'issuer@example.com' };

/** Calls of all kinds, in turn: those that write to the venue, to the database, and those that read either. */
class Load {
  readonly #server: ServerProcess;
  readonly #order: object;
  readonly orderIds: string[] = [];
  readonly issuerIds: string[] = [];
  #answers = 0;
  #waiting: { readonly answers: number; readonly resolve: () => void } | null = null;
  refusals = 0;
  isOver = false;

  constructor(server: ServerProcess) {
    this.#server = server;
    const { issuerId, securityId } = JSON.parse(readFileSync(join(server.dataDir, 'sandbox-demo.json'), 'utf8')) as {
      issuerId: string;
      securityId: string;
    };
    this.#order = {
      ...{ memberid: '1', issuerid: issuerId, securityid: securityId, type: 'Limit', action: 'Buy', quantity: 1 },
      ...{ price: '10.25', expiration: 'GTC', disclosePrice: 'Yes', solicited: 'Unsolicited' },
    };
  }

  /** Resolves when that number of further calls was answered. */
  more(answers: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { answers: this.#answers + answers, resolve };
    });
  }

  async run(): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      if (turn % 4 === 0) await this.#take(call(this.#server, 'createOrder', this.#order), this.#noteOrder);
      else if (turn % 4 === 1)
        await this.#take(call(this.#server, 'createIssuer', ISSUER, { verb: 'PUT' }), this.#noteIssuer);
      else if (turn % 4 === 2) await this.#take(call(this.#server, 'getAllIssuers', {}));
      else
        await this.#take(
          call(this.#server, 'getOrder', { orderid: this.orderIds[turn % this.orderIds.length] ?? '1' }),
        );
    }
  }

  /** The server may be unable to answer; it never fails. */
  async #take(asked: Promise<Reply>, note: (reply: Reply) => void = () => {}): Promise<void> {
    const reply = await asked;
    this.#answers += 1;
    if (this.#answers === this.#waiting?.answers) this.#waiting.resolve();
    if (reply.http === 503) this.refusals += 1;
    else if (reply.body.statusCode === '101') note(reply);
    else expect(reply).toMatchObject({ body: { statusCode: '189' } });
  }

  readonly #noteOrder = ({ body }: Reply): void => {
    this.orderIds.push((body.orderDetails as { orderId: string }).orderId);
  };

  readonly #noteIssuer = ({ body }: Reply): void => {
    const [, [{ issuerId }]] = body.issuerDetails as [boolean, [{ issuerId: string }]];
    this.issuerIds.push(String(issuerId));
  };
}

describeOnEachDatabase('connections that are cut under load', (databases) => {
  if (databases.dialect === 'sqlite') {
    test('are of PostgreSQL only', () => expect(databases.dialect).toBe('sqlite'));
    return;
  }

  test(`${CUTS} times: nothing but 503, and all that was acknowledged is there`, {
    timeout: 240_000 + CUTS * 10_000,
  }, async () => {
    const { url } = await databases.location();
    const name = `cut_${randomBytes(6).toString('hex')}`;
    const server = await ServerProcess.start({
      settings: { MARKET_ALWAYS_OPEN: 'true', DATABASE_URL: `${url}&application_name=${name}` },
    });
    await server.welcome();
    const cutter = await openDatabase({ url: url as string, connectionsMax: 1 });
    const load = new Load(server);
    const callers = Array.from({ length: CALLERS }, () => load.run());
    for (let cut = 0; cut < CUTS || load.refusals === 0; cut++) {
      await load.more(ANSWERS);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(
        cutter.db,
      );
    }
    load.isOver = true;
    await Promise.all(callers);
    await cutter.close();
    expect(load.refusals).toBeGreaterThan(0);

    // By itself, without a restart.
    for (const orderid of load.orderIds) await mustCallAfterCut(server, 'getOrder', { orderid }, CONNECTIONS_MAX);
    for (const issuerId of load.issuerIds) await mustCallAfterCut(server, 'getIssuer', { issuerId }, CONNECTIONS_MAX);
    expect((await fetch(`${server.addresses.api}/ready`)).status).toBe(200);
    expect(await server.stop(), server.account()).toBe(0);
    const { events } = replay(server.dataDir);
    const history = await readHistory(server.dataDir, url as string);
    expect(history.position).toBe(events.at(-1)?.seq);
    expectHistory(history, events);
  });
});
