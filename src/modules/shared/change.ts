/** Methods that change something: the change and the rows of its webhooks are one transaction (C71). */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Answer, Call, WebhookFields } from '../../http/method.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import type { ModuleServices } from './services.ts';

/** What the work of a change gives: the answer, its own webhook (under the name that was called), and further ones. */
export interface Changed extends Answer {
  /** Webhooks of other names, or to other clients, behind its own. */
  readonly alsoFires?: readonly FurtherWebhook[];
}

export interface FurtherWebhook {
  /** The caller when absent. */
  readonly clientId?: string;
  readonly method: string;
  readonly fields: WebhookFields;
}

export type ChangeServices = Pick<ModuleServices, 'db' | 'outbox'>;

type Work<P extends Parameters, T> = (call: Call<P>, db: Kysely<Schema>, prepared: T) => Promise<Changed>;

/**
 * The handler of a method that changes records. The work runs in one database transaction, `db`, with the rows of its
 * webhooks; what it throws leaves nothing behind. It must read and write through `db` only: on SQLite another query
 * would wait for the transaction, and the transaction for it.
 *
 *     handler: change(services, async ({ client, values }, db) => {
 *       const of = { clientId: client.clientId, id: values.issuerId };
 *       const row = found(ISSUER, await writeRecord(db, ISSUER, of, changes));
 *       return { fields: issuerFields(row), webhook: issuerFields(row) };
 *     }),
 */
export function change<P extends Parameters>(
  services: ChangeServices,
  work: (call: Call<P>, db: Kysely<Schema>) => Promise<Changed>,
): (call: Call<P>) => Promise<Answer> {
  return changeAfter(services, async () => undefined, work);
}

/**
 * As change, for what cannot be in the transaction: ids (nextId), files, calls to a provider. `before` is done first,
 * and what it gives is handed to the work:
 *
 *     handler: changeAfter(
 *       services,
 *       () => nextId(services.db, 'issuer'),
 *       async ({ client, values }, db, issuerId) => ...,
 *     ),
 */
export function changeAfter<P extends Parameters, T>(
  services: ChangeServices,
  before: (call: Call<P>) => Promise<T>,
  work: Work<P, T>,
): (call: Call<P>) => Promise<Answer> {
  return async (call) => {
    const prepared = await before(call);
    return inOneTransaction(services, (db) => doWork(services, call, db, () => work(call, db, prepared)));
  };
}

async function doWork(
  { outbox }: ChangeServices,
  call: Pick<Call, 'client' | 'methodName'>,
  db: Kysely<Schema>,
  work: () => Promise<Changed>,
): Promise<Answer> {
  const { webhook, alsoFires = [], ...answer } = await work();
  const { clientId } = call.client;
  if (webhook !== undefined) await outbox.add(db, { clientId, method: call.methodName, fields: webhook });
  for (const further of alsoFires) await outbox.add(db, { clientId, ...further });
  return answer;
}

/** The outbox is told how the transaction ended, so that what was added is sent at once, or forgotten. */
export async function inOneTransaction<T>(
  { db, outbox }: ChangeServices,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  let used: Kysely<Schema> | undefined;
  try {
    const result = await db.transaction().execute((transaction) => {
      used = transaction;
      return work(transaction);
    });
    if (used !== undefined) outbox.committed(used);
    return result;
  } catch (error) {
    if (used !== undefined) outbox.rolledBack(used);
    throw error;
  }
}
