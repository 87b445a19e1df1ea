/** Methods that change something: the change and the rows of its webhooks are one transaction (C71). */
import { againAfterDeadlock, forgetChanges, notedChanges } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';
import {
  type Answer,
  type AnyFields,
  type Call,
  type Handler,
  nextTurn,
  type WebhookFields,
} from '../../../http/methods/index.ts';
import type { Parameters } from '../../../http/parameters/index.ts';
import type { WebhookOutbox } from '../../../webhooks/index.ts';
import { withIds } from '../ids/index.ts';
import type { AuditLog } from './audit-log.ts';
import type { Billing } from './billed-calls.ts';
import type { IdempotencyStore, KeyOfCall } from './idempotency-store.ts';

/** Webhooks written before other calls get their turn: a party that is deleted may have thousands of links. */
const FIRED_AT_ONCE = 50;

/** The result of a change: the response, its webhook (under the name that was called), and further webhooks. */
export interface Changed<F = AnyFields> extends Answer<F> {
  /** Fields of the webhook of the call; absent: none is sent. */
  readonly webhook?: WebhookFields;
  /** Webhooks of inner steps, sent before the webhook of the call. */
  readonly firesFirst?: readonly FurtherWebhook[];
  /** Webhooks of consequences, with other names or to other clients, sent after the webhook of the call. */
  readonly alsoFires?: readonly FurtherWebhook[];
  /** Runs once the change is durable, before the response. Its error becomes the response; the change stays. */
  readonly afterCommit?: () => unknown;
}

export interface FurtherWebhook {
  /** The caller when absent. */
  readonly clientId?: string;
  readonly method: string;
  readonly fields: WebhookFields;
}

export interface ChangeDeps {
  readonly db: Db;
  /** Webhooks of changes, in the transaction of the change. */
  readonly outbox: WebhookOutbox;
  /** Stored responses of calls with an Idempotency-Key. */
  readonly idempotencyStore: IdempotencyStore;
  /** Counts of billed calls. */
  readonly billing: Billing;
  /** Who changed what. */
  readonly audit: Pick<AuditLog, 'mark'>;
}

/**
 * The handler of a method that changes records. The work runs in one database transaction, `db`, with the rows of its
 * webhooks, its billing count, its entry of the audit log and, for an Idempotency-Key, the stored response (C34, C71,
 * C74). An error rolls back all of them. The work must read and write only through `db`: on SQLite another query would
 * deadlock with the transaction.
 * After a deadlock on PostgreSQL, and when a block of ids is used up, the transaction is rolled back and the work runs
 * again, so it must change only the database.
 *
 *     handler: change(services, async ({ client, values }, db) => {
 *       const of = { clientId: client.clientId, id: values.issuerId };
 *       const row = found(ISSUER, await writeRecord(db, ISSUER, of, changes));
 *       return { fields: issuerFields(row), webhook: issuerFields(row) };
 *     }),
 */
export function change<P extends Parameters, F extends object>(
  deps: ChangeDeps,
  work: (call: Call<P>, db: Db) => Promise<Changed<NoInfer<F>>>,
): Handler<P, F> {
  return changeAfter(deps, undefined, work);
}

/**
 * As change, for steps that cannot be in the transaction: files, calls to a provider.
 * `before` runs first; the work gets its result:
 *
 *     handler: changeAfter(
 *       services,
 *       (call) => askProvider(...),
 *       async ({ client, values }, db, answer) => ...,
 *     ),
 */
export function changeAfter<P extends Parameters, T, F extends object>(
  deps: ChangeDeps,
  before: ((call: Call<P>) => Promise<T>) | undefined,
  work: (call: Call<P>, db: Db, prepared: T) => Promise<Changed<F>>,
): Handler<P, F> {
  const perform = async (call: Call<P>, key?: KeyOfCall): Promise<Performed<F>> => {
    const prepared = (await before?.(call)) as T;
    return inOneTransaction(deps, async (db) => {
      const { afterCommit, ...changed } = await work(call, db, prepared);
      const answer = await finish(deps, call, db, changed);
      if (key !== undefined) await deps.idempotencyStore.keep(db, key, answer);
      return { answer, afterCommit };
    });
  };
  const handler = async (call: Call<P>): Promise<Answer<F>> => {
    if (call.idempotency === undefined) return ended(await perform(call));
    const key: KeyOfCall = { clientId: call.client.clientId, ...call.idempotency };
    return deps.idempotencyStore.inTurn(key, before === undefined, async () =>
      ended(await once(deps, key, () => perform(call, key))),
    );
  };
  return Object.assign(handler, { idempotent: true } as const);
}

/**
 * As change, for work that is not one transaction: its response is stored after everything is done. After a crash in
 * between no response is stored (C73).
 */
export function keepAnswer<P extends Parameters, F extends object>(
  deps: ChangeDeps,
  work: Handler<P, F>,
): Handler<P, F> {
  const keyed = changeAfter(
    deps,
    async (call: Call<P>) => work(call),
    async (_call, _db, answer) => answer,
  );
  const handler = (call: Call<P>) => (call.idempotency === undefined ? work(call) : keyed(call));
  return Object.assign(handler, { idempotent: true, keptAfterwards: true } as const);
}

interface Performed<F> {
  readonly answer: Answer<F>;
  readonly afterCommit?: Changed['afterCommit'] | undefined;
}

async function ended<F>({ answer, afterCommit }: Performed<F>): Promise<Answer<F>> {
  await afterCommit?.();
  return answer;
}

/**
 * The stored response of the key, or the response of the work. When the work is refused, the key is looked up again:
 * the commit of a killed process, or of another one, may have ended meanwhile and be the cause of the refusal.
 */
async function once<F extends object>(
  { db, idempotencyStore }: Pick<ChangeDeps, 'db' | 'idempotencyStore'>,
  key: KeyOfCall,
  perform: () => Promise<Performed<F>>,
): Promise<Performed<F>> {
  const kept = await idempotencyStore.find<F>(db, key);
  if (kept !== undefined) return { answer: kept };
  try {
    return await perform();
  } catch (error) {
    const answer = await idempotencyStore.find<F>(db, key);
    if (answer === undefined) throw error;
    return { answer };
  }
}

/** Sends the webhook of a read, in a separate transaction and only where the client is registered for it. */
export async function sendWebhookOfRead(
  deps: Pick<ChangeDeps, 'db' | 'outbox'>,
  { client: { clientId, user }, methodName: method }: Pick<Call, 'client' | 'methodName'>,
  fields: WebhookFields,
): Promise<void> {
  if (!(await deps.outbox.isRegistered(clientId, method))) return;
  await inOneTransaction(deps, (db) => deps.outbox.add(db, { clientId, method, fields, userId: user?.userId }));
}

/** The parts of a change other than its records. */
async function finish<F>(
  { outbox, billing, audit }: ChangeDeps,
  call: Call,
  db: Db,
  { webhook, firesFirst = [], alsoFires = [], ...answer }: Changed<F>,
): Promise<Answer<F>> {
  const { methodName } = call;
  const { clientId, user } = call.client;
  const add = (further: FurtherWebhook) =>
    outbox.add(db, {
      clientId,
      ...further,
      userId: (further.clientId ?? clientId) === clientId ? user?.userId : undefined,
    });
  for (const inner of firesFirst) await add(inner);
  if (webhook !== undefined) await add({ method: methodName, fields: webhook });
  for (const [index, further] of alsoFires.entries()) {
    if (index % FIRED_AT_ONCE === FIRED_AT_ONCE - 1) await nextTurn();
    await add(further);
  }
  await billing.mark(db, clientId, methodName);
  await audit.mark(db, call, answer as Answer);
  return answer;
}

/**
 * Runs the work in a transaction, and again when it conflicts with a concurrent one. Reports the outcome to the outbox,
 * which then sends the added webhooks at once, or drops them.
 */
export function inOneTransaction<T>(
  { db, outbox }: Pick<ChangeDeps, 'db' | 'outbox'>,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  return withIds(db, (useIds) =>
    againAfterDeadlock(async () => {
      const noted = [...notedChanges()];
      let used: Db | undefined;
      try {
        const result = await db.transaction().execute((transaction) => {
          used = transaction;
          useIds(transaction);
          return work(transaction);
        });
        if (used !== undefined) outbox.committed(used);
        return result;
      } catch (error) {
        if (used !== undefined) outbox.rolledBack(used);
        forgetChanges(noted);
        throw error;
      }
    }),
  );
}
