/** Methods that change something: the change and the rows of its webhooks are one transaction (C71). */
import type { Kysely } from 'kysely';
import { againAfterDeadlock } from '../../database/deadlock.ts';
import type { Schema } from '../../database/schema.ts';
import type { Answer, Call, Handler, WebhookFields } from '../../http/methods/index.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import { type KeyOfCall, keyOf } from './kept-answers.ts';
import { type RecordKind, type ReservedIds, reserveIds, useIds } from './next-id.ts';
import type { ModuleServices } from './services.ts';

/** What the work of a change gives: the answer, its own webhook (under the name that was called), and further ones. */
export interface Changed extends Answer {
  /** Webhooks of what is done within the call, as by calls of their own: before its own webhook. */
  readonly firesFirst?: readonly FurtherWebhook[];
  /** Webhooks of other names, or to other clients, of what follows: behind its own. */
  readonly alsoFires?: readonly FurtherWebhook[];
  /** What is done once the change is durable, before the answer; what it throws is answered, and takes nothing back. */
  readonly afterCommit?: () => unknown;
}

export interface FurtherWebhook {
  /** The caller when absent. */
  readonly clientId?: string;
  readonly method: string;
  readonly fields: WebhookFields;
}

export type ChangeServices = Pick<ModuleServices, 'db' | 'outbox' | 'keptAnswers' | 'billing'>;

export interface ChangeOptions {
  /** The ids that the work takes with nextId: they are handed out before the transaction begins. */
  readonly ids?: readonly RecordKind[];
}

/**
 * The handler of a method that changes records. The work runs in one database transaction, `db`, with the rows of its
 * webhooks, its mark of billing and, where the caller sent Idempotency-Key, the answer that is kept (C34, C71, C74);
 * what it throws leaves nothing behind. It must read and write through `db` only: on SQLite another query would wait
 * for the transaction, and the transaction for it. It is done again where PostgreSQL rolled it back because of others
 * (a deadlock), so it changes nothing but the database.
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
  { ids = [] }: ChangeOptions = {},
): Handler<P> {
  const withIds = async (call: Call<P>, db: Kysely<Schema>, reserved: ReservedIds) => {
    useIds(db, reserved);
    return work(call, db);
  };
  return changeAfter(services, () => reserveIds(services.db, ids), withIds);
}

/**
 * As change, for what cannot be in the transaction: files, calls to a provider, ids where only some calls take one.
 * `before` is done first, and what it gives is handed to the work:
 *
 *     handler: changeAfter(
 *       services,
 *       (call) => askProvider(...),
 *       async ({ client, values }, db, answer) => ...,
 *     ),
 */
export function changeAfter<P extends Parameters, T>(
  services: ChangeServices,
  before: (call: Call<P>) => Promise<T>,
  work: (call: Call<P>, db: Kysely<Schema>, prepared: T) => Promise<Changed>,
): Handler<P> {
  const perform = async (call: Call<P>, key?: KeyOfCall): Promise<Performed> => {
    const prepared = await before(call);
    return inOneTransaction(services, async (db) => {
      const { afterCommit, ...changed } = await work(call, db, prepared);
      const answer = await finish(services, call, db, changed);
      if (key !== undefined) await services.keptAnswers.keep(db, key, answer);
      return { answer, afterCommit };
    });
  };
  const handler = async (call: Call<P>): Promise<Answer> => {
    const key = keyOf(call);
    if (key === undefined) return ended(await perform(call));
    return services.keptAnswers.inTurn(key, async () => ended(await once(services, key, () => perform(call, key))));
  };
  return Object.assign(handler, { idempotent: true } as const);
}

/**
 * As change, for work that is not one transaction: its answer is kept once all is done. A crash between leaves nothing
 * kept (C73).
 */
export function keepAnswer<P extends Parameters>(services: ChangeServices, work: Handler<P>): Handler<P> {
  const keyed = changeAfter(
    services,
    async (call: Call<P>) => work(call),
    async (_call, _db, answer) => answer,
  );
  const handler = (call: Call<P>) => (call.idempotency === undefined ? work(call) : keyed(call));
  return Object.assign(handler, { idempotent: true, keptAfterwards: true } as const);
}

interface Performed {
  readonly answer: Answer;
  readonly afterCommit?: Changed['afterCommit'] | undefined;
}

async function ended({ answer, afterCommit }: Performed): Promise<Answer> {
  await afterCommit?.();
  return answer;
}

/**
 * The answer that is kept for the key, or that of doing it. What refuses it may be what the key itself did: the commit
 * of a run that was killed may end while the next run is asked again, and so may that of another process.
 */
async function once(
  { db, keptAnswers }: Pick<ChangeServices, 'db' | 'keptAnswers'>,
  key: KeyOfCall,
  perform: () => Promise<Performed>,
): Promise<Performed> {
  const kept = await keptAnswers.find(db, key);
  if (kept !== undefined) return { answer: kept };
  try {
    return await perform();
  } catch (error) {
    const answer = await keptAnswers.find(db, key);
    if (answer === undefined) throw error;
    return { answer };
  }
}

/** What belongs to the change beside its records. */
async function finish(
  { outbox, billing }: ChangeServices,
  { client: { clientId }, methodName }: Pick<Call, 'client' | 'methodName'>,
  db: Kysely<Schema>,
  { webhook, firesFirst = [], alsoFires = [], ...answer }: Changed,
): Promise<Answer> {
  for (const inner of firesFirst) await outbox.add(db, { clientId, ...inner });
  if (webhook !== undefined) await outbox.add(db, { clientId, method: methodName, fields: webhook });
  for (const further of alsoFires) await outbox.add(db, { clientId, ...further });
  await billing.mark(db, clientId, methodName);
  return answer;
}

/**
 * Does the work in a transaction; from the beginning where it stood in the way of another at the same time. The outbox
 * is told how it ended, so that what was added is sent at once, or forgotten.
 */
export function inOneTransaction<T>(
  services: Pick<ChangeServices, 'db' | 'outbox'>,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return againAfterDeadlock(() => attempt(services, work));
}

async function attempt<T>(
  { db, outbox }: Pick<ChangeServices, 'db' | 'outbox'>,
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
