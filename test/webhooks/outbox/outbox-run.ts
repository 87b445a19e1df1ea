/** One run of the outbox over a database with registrations of C1, and what its receivers got. */
import { expect } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { Dispatcher, WEBHOOK_DEFAULTS, type WebhookSettings } from '../../../src/webhooks/delivery/dispatcher.ts';
import { DeliveryLog } from '../../../src/webhooks/log/delivery-log.ts';
import { Outbox } from '../../../src/webhooks/outbox/index.ts';
import { WebhookDirectory } from '../../../src/webhooks/registry/webhook-directory.ts';
import { NOW } from '../../modules/shared/records.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { MemoryLog, PATIENT, type Receiver, SANDBOX_POLICY } from '../receiver.ts';

export const secrets = new Secrets([Buffer.alloc(32, 7)]);

export interface Options {
  readonly queue?: Partial<WebhookSettings['queue']>;
  readonly rowsPerClientMax?: number;
  readonly totalTimeoutMs?: number;
}

/** One run of the outbox over a database, as the service has it. */
export function startRun(
  database: Database,
  { queue = {}, rowsPerClientMax = 1000, totalTimeoutMs = PATIENT.totalTimeoutMs }: Options = {},
) {
  const { db, background } = database;
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const startUs = time.nowUs();
  const nowUs = () => NOW + time.nowUs() - startUs;
  const log = new DeliveryLog(database, { flushIntervalMs: 3_600_000 });
  const registrations = new WebhookDirectory(database, secrets);
  const delivery = new Dispatcher({
    store: registrations,
    deliveryLog: log,
    log: new MemoryLog(),
    settings: { ...PATIENT, totalTimeoutMs, policy: SANDBOX_POLICY, queue: { ...WEBHOOK_DEFAULTS.queue, ...queue } },
    resolve: async () => ['127.0.0.1'],
    nowMs: () => nowUs() / 1000,
  });
  const options = {
    db: background,
    secrets,
    names: WEBHOOK_NAMES,
    registrations,
    deliveryLog: log,
    dispatcher: delivery,
    nowUs,
    timers: time,
    rowsPerClientMax,
  };
  const outbox = new Outbox({ ...options, log: new MemoryLog() as never });
  const add = (...ids: number[]) =>
    db.transaction().execute(async (transaction) => {
      for (const id of ids) await outbox.add(transaction, { clientId: 'C1', method: 'createLink', fields: { id } });
      return transaction;
    });
  /** Of one account. */
  const addOf = (firstEntry: string, id: number) =>
    db.transaction().execute(async (transaction) => {
      await outbox.add(transaction, { clientId: 'C1', method: 'createLink', fields: { id, firstEntry } });
      return transaction;
    });
  const stop = async (drainMs = 60_000) => {
    outbox.stop();
    await delivery.drain(drainMs);
    await log.flush();
  };
  return { db, time, nowMs: () => nowUs() / 1000, log, registrations, delivery, outbox, add, addOf, stop };
}

export async function register(database: Database, ...urls: string[]): Promise<void> {
  const row = { client_id: 'C1', parent_id: 'C1', name: 'Example', active: 1, created_at: 1 };
  await database.db.insertInto('clients').values(row).execute();
  for (const [index, url] of urls.entries()) {
    const webhook = { webhook_id: `W${index}`, client_id: 'C1', method: 'createLink', url, created_at: index };
    await database.db.insertInto('webhooks').values(webhook).execute();
  }
}

export const numberIn = (body: string) => Number(new URLSearchParams(body).get('eventSeq'));
export const idsOf = (receiver: Receiver) =>
  receiver.inbox.all.map(({ body }) => Number(new URLSearchParams(body).get('id')));
export const rowsOf = ({ db }: Database) => db.selectFrom('webhook_outbox').selectAll().orderBy('outbox_seq').execute();

/** Moves the time until `count` came: the rows that the outbox waits for may be seen before it has set its timer. */
export async function advanceUntil(time: ManualTime, receiver: Receiver, count: number): Promise<void> {
  const came = () => {
    time.advanceMs(1000);
    return receiver.inbox.all.length;
  };
  await expect.poll(came).toBe(count);
}
