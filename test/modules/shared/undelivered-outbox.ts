import pino from 'pino';
import type { Db } from '../../../src/database/schema/index.ts';
import type { Secrets } from '../../../src/modules/shared/record/sealing.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { Outbox } from '../../../src/webhooks/outbox/index.ts';
import { deliveryOf } from '../../../src/webhooks/outbox/outbox-rows.ts';

/** The real outbox, with a registration for every webhook and nobody who delivers: its rows stay in the database. */
export function undeliveredOutbox(db: Db, secrets: Secrets, nowUs: () => number, names = WEBHOOK_NAMES): Outbox {
  const target = { id: 'example', url: 'https://receiver.example.com/' };
  return new Outbox({
    db,
    secrets,
    names,
    registrations: { targetsIn: () => [target], targetsOf: () => [target] },
    deliveryLog: { record: () => {}, onWritten: () => {} },
    dispatcher: { offer: () => true },
    nowUs,
    timers: systemTimers,
    rowsPerClientMax: 1_000_000,
    log: pino({ level: 'silent' }),
  });
}

/** The webhooks whose rows stayed, in the order of writing: method and form. */
export async function undelivered(
  db: Db,
  secrets: Secrets,
): Promise<{ readonly method: string; readonly form: URLSearchParams }[]> {
  const rows = await db.selectFrom('webhook_outbox').selectAll().orderBy('outbox_seq').execute();
  return rows.map((row) => ({ method: row.method, form: new URLSearchParams(deliveryOf(row, secrets).form) }));
}
