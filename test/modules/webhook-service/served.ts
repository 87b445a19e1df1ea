/** The methods of the webhook service over a real outbox and delivery, with a clock that tests move. */

import type { Transaction } from 'kysely';
import type { Database } from '../../../src/database/database.ts';
import type { Db, Schema } from '../../../src/database/schema/index.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { Administration } from '../../../src/modules/admin/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { webhookServiceModule } from '../../../src/modules/webhook-service/index.ts';
import { Dispatcher } from '../../../src/webhooks/delivery/dispatcher.ts';
import { Outbox } from '../../../src/webhooks/outbox/index.ts';
import { ManualTime, turn } from '../../support/manual-time.ts';
import { MemoryLog, PATIENT, SANDBOX_POLICY } from '../../webhooks/receiver.ts';
import { startApi } from '../shared/api.ts';

const CLIENTS = ['C1', 'C2'] as const;

/** One run of the service over a database that may have a history. */
export async function serveWebhooks(database: Database) {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const secrets = new Secrets([Buffer.alloc(32, 7)]);
  for (const client_id of CLIENTS) {
    const row = { client_id, parent_id: client_id, name: 'Example', active: 1, created_at: 1 };
    await database.db
      .insertInto('clients')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  let lastUs = 0;
  // Each reading is later than the one before, so that what is made first is older.
  const risingUs = () => (lastUs = Math.max(time.nowUs(), lastUs + 1));
  const administration = new Administration({
    database,
    secrets,
    methods: () => [],
    webhookNames: WEBHOOK_NAMES,
    webhookUrlPolicy: SANDBOX_POLICY,
    nowUs: risingUs,
    deliveryLog: { flushIntervalMs: 3_600_000 },
  });
  const delivery = new Dispatcher({
    store: administration.webhookStore,
    deliveryLog: administration.deps.deliveries,
    log: new MemoryLog(),
    settings: { ...PATIENT, policy: SANDBOX_POLICY },
    resolve: async () => ['127.0.0.1'],
    nowMs: () => time.nowMs(),
  });
  const watched = watchTransactions(database.db);
  const outbox = new Outbox({
    db: watched.db,
    secrets,
    names: WEBHOOK_NAMES,
    registrations: administration.webhookStore,
    deliveryLog: administration.deps.deliveries,
    dispatcher: delivery,
    nowUs: () => time.nowUs(),
    timers: time,
    rowsPerClientMax: 1000,
    log: new MemoryLog() as never,
  });
  const api = await startApi(database, [
    (deps) =>
      webhookServiceModule({
        ...deps,
        outbox,
        nowUs: () => time.nowUs(),
        administration: administration.deps,
        registrationOutbox: outbox,
        webhookRates: { testsPerMinuteMax: 3, replaysPerMinuteMax: 12 },
      }),
  ]);
  return new ServedWebhooks({ database, watched, time, administration, delivery, outbox, api });
}

/** The same database, and how many transactions are under way on it. */
function watchTransactions(db: Db) {
  const watched = { open: 0, db };
  const execute = async <T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> => {
    watched.open++;
    try {
      return await db.transaction().execute(work);
    } finally {
      watched.open--;
    }
  };
  watched.db = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return watched;
}

/** An attempt, as the log shows it. */
interface Logged {
  readonly id: string;
  readonly webhookId: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly detail: string | null;
  readonly retryDate: string | null;
}

/** What the methods answer, each some of it. */
interface Answered {
  readonly statusCode: string;
  readonly 'Error(s)'?: string;
  readonly webhook?: Readonly<Record<string, string>>;
  readonly webhooks?: readonly unknown[];
  readonly secret?: string;
  readonly deliveryId?: string;
  readonly deliveries?: readonly Logged[];
  readonly replayed?: readonly string[];
}

interface Parts {
  readonly database: Database;
  readonly watched: { readonly open: number };
  readonly time: ManualTime;
  readonly administration: Administration;
  readonly delivery: Dispatcher;
  readonly outbox: Outbox;
  readonly api: Awaited<ReturnType<typeof startApi>>;
}

class ServedWebhooks {
  readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  response(method: string, body: Record<string, unknown>, as = 'C1') {
    return this.parts.api.call('POST', method, body, { as });
  }

  /** The answer's body. */
  async call(method: string, body: Record<string, unknown>, as = 'C1'): Promise<Answered> {
    return (await this.response(method, body, as)).body as object as Answered;
  }

  async register(url: string, options: Record<string, string> = {}, method = 'createLink') {
    const answer = await this.call('registerWebhook', { method, url, ...options });
    return { id: answer.webhook?.id ?? '', secret: answer.secret ?? '', answer };
  }

  /** Fires a webhook about orders, as the venue does. */
  async fire(id: number, ...about: number[]): Promise<void> {
    const { database, administration, outbox, time } = this.parts;
    const targets = await administration.webhookStore.targetsOf('C1', 'createLink');
    const contents = {
      clientId: 'C1',
      method: 'createLink',
      about,
      identified: true,
      firedAtUs: time.nowUs(),
    } as const;
    const { deliveries } = await database.db
      .transaction()
      .execute((transaction) => outbox.write(transaction, [{ contents: { ...contents, form: `id=${id}` }, targets }]));
    outbox.send(deliveries);
  }

  /** Lets everything happen that needs no further time: attempts, times written, rows read. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      for (let turns = 0; turns < 5; turns++) await turn();
      await this.parts.administration.deps.deliveries.flush();
      const { running, waiting } = this.parts.delivery.load();
      // A row whose time has come is sent, and goes or gets a later time.
      const isDue = (await this.rows()).some(({ due_at }) => due_at <= this.parts.time.nowUs());
      // One of the outbox that is under way may have been seen by the query, and not be known to the outbox.
      if (isDue || running + waiting + this.parts.watched.open > 0) quiet = -1;
    }
  }

  async pass(ms: number): Promise<void> {
    this.parts.time.advanceMs(ms);
    await this.settle();
  }

  rows() {
    return this.parts.database.db.selectFrom('webhook_outbox').selectAll().orderBy('outbox_seq').execute();
  }

  async log(filter: Record<string, unknown> = {}): Promise<readonly Logged[]> {
    return (await this.call('getDeliveryLog', filter)).deliveries ?? [];
  }

  /** As a crash ends it, but for what is under way. */
  async stop(): Promise<void> {
    this.parts.outbox.stop();
    await this.parts.delivery.drain(60_000);
    await this.parts.administration.close();
  }
}
