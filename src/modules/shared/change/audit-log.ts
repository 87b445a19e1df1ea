/** The audit log (O3 to O6). Of values it has ids and what row-changes.ts may show: no personal data, no secrets. */
import { sql } from 'kysely';
import { compiledOnce, executeDeferred, notedChanges, withChanges } from '../../../database/queries/index.ts';
import type { AuditEntryRow, Db } from '../../../database/schema/index.ts';
import { type Answer, ApiError, type Call, type Handler, type Method, REDACTED } from '../../../http/methods/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { shortId } from '../ids/index.ts';
import { idNamesOf, spelledOf } from './id-names.ts';
import { REPLAYED } from './idempotency-store.ts';

export const AUDIT_OUTCOMES = ['Done', 'Waits', 'Refused'] as const;

const RECORDS_MAX = 16;
const FIELDS_MAX = 100;
/** Levels of a call and of its answer that are searched for ids. */
const DEPTH_MAX = 4;
const ID = /^[A-Za-z0-9_-]{1,60}$/;

/** Old entries removed by one statement. */
const REMOVED_AT_ONCE = 1000;

/** A timer of cancelAllAfter is set again every few seconds. */
const isAudited = ({ name, idempotent }: Method) => idempotent && name !== 'cancelAllAfter';

interface Result {
  readonly outcome: (typeof AUDIT_OUTCOMES)[number];
  readonly statusCode: number;
  readonly fields?: Answer['fields'] | undefined;
}

/** Who did it: a client with its key, or a user. */
interface Actor {
  /** Empty of a stranger. */
  readonly clientId: string;
  readonly keyId?: string | undefined;
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

interface Entry extends Omit<Result, 'fields'> {
  readonly by: Actor;
  readonly method: string;
  readonly call: Pick<Call, 'ip' | 'requestId' | 'sentRequestId'>;
  readonly fields: readonly string[];
  readonly records: Readonly<Record<string, string>>;
}

export type AuditedEvent = Omit<Entry, 'outcome' | 'statusCode' | 'fields'> &
  Partial<Pick<Entry, 'outcome' | 'statusCode' | 'fields'>>;

export interface AuditLogDeps {
  readonly db: Db;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => Microseconds;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Who called which changing method, from where, and with which outcome (O3). The entry of a change of the database is
 * in its transaction; all others are written before the answer.
 */
export class AuditLog {
  readonly #deps: AuditLogDeps;
  /** Calls whose entry is in the transaction of their change. */
  readonly #marked = new WeakSet<object>();
  /** The fields that hold the id of a record, in any method, by their names in lower case: as the log spells them. */
  readonly #idNames = new Map<string, string>();

  constructor(deps: AuditLogDeps) {
    this.#deps = deps;
  }

  /**
   * The methods to serve: those that change something are in the log. Of orders, those of users are; the orders of keys
   * are in the journal and the order history, with their client and its address.
   */
  audited(methods: readonly Method[]): Method[] {
    for (const name of methods.flatMap(idNamesOf)) this.#idNames.set(name.toLowerCase(), spelledOf(name));
    return methods.map((method) => {
      if (!isAudited(method)) return method;
      const recorded = this.#recorded(method.handler);
      return { ...method, handler: method.isOrder ? ofUsers(recorded, method.handler) : recorded };
    });
  }

  /** Adds the entry of a successful change to its transaction. */
  async mark(transaction: Db, call: Call, { http, fields }: Answer): Promise<void> {
    this.#marked.add(call);
    const result: Result = { outcome: http === 202 ? 'Waits' : 'Done', statusCode: 101, fields };
    await executeDeferred(transaction, this.#insert(call, result));
  }

  /** The entry of what no method did: a sign-in, or a command of an operator. */
  async add({ outcome = 'Done', statusCode = 101, fields = [], ...entry }: AuditedEvent): Promise<void> {
    const { db } = this.#deps;
    await db.executeQuery(this.#insertOf({ outcome, statusCode, fields, ...entry }));
  }

  #recorded(handler: Handler): Handler {
    const perform = async (call: Call): Promise<Answer> => {
      let answer: Answer;
      try {
        answer = await handler(call);
      } catch (error) {
        // The outcome of any other error is unknown: it is in the log of the process.
        if (error instanceof ApiError) await this.#write(call, { outcome: 'Refused', statusCode: error.statusCode });
        throw error;
      }
      if (!this.#marked.has(call) && answer.headers?.['Idempotency-Replayed'] !== REPLAYED['Idempotency-Replayed']) {
        await this.#write(call, { outcome: 'Done', statusCode: 101, fields: answer.fields });
      }
      return answer;
    };
    const recorded = (call: Call) => withChanges(() => perform(call));
    return Object.assign(recorded, { ...handler });
  }

  /** The method has done its work: its answer stays, also where the entry cannot be written. */
  async #write(call: Call, result: Result): Promise<void> {
    const { db, log } = this.#deps;
    const insert = this.#insert(call, result);
    try {
      await db.executeQuery(insert);
    } catch (error) {
      log.error({ err: error, entry: insert.parameters }, 'an entry of the audit log could not be written');
    }
  }

  #insert(call: Call, result: Result) {
    const { client, values, methodName: method } = call;
    const { clientId, keyId, user } = client;
    const fields = Object.keys(values).filter((name) => values[name] !== undefined);
    const records = new Map<string, string>();
    this.#collect(records, values, DEPTH_MAX);
    this.#collect(records, result.fields, DEPTH_MAX);
    const by = { clientId, keyId, userId: user?.userId, sessionId: user?.sessionId || undefined };
    return this.#insertOf({ ...result, by, method, call, fields, records: Object.fromEntries(records) });
  }

  #insertOf({ by, method, call, fields, records, outcome, statusCode }: Entry) {
    const { db, nowUs } = this.#deps;
    const changes = outcome === 'Done' ? notedChanges() : [];
    const row: AuditEntryRow = {
      entry_id: shortId(),
      occurred_at: nowUs(),
      client_id: by.clientId,
      key_id: by.keyId ?? null,
      user_id: by.userId ?? null,
      session_id: by.sessionId ?? null,
      method,
      ip: call.ip,
      request_id: call.requestId,
      sent_request_id: call.sentRequestId ?? null,
      status_code: statusCode,
      outcome,
      fields: JSON.stringify(fields.slice(0, FIELDS_MAX)),
      records: JSON.stringify(records),
      changes: JSON.stringify(changes),
    };
    return compiledOnce(db, 'insert audit entry', Object.values(row), () => db.insertInto('audit_entries').values(row));
  }

  /**
   * Adds the ids that an object holds, then those of the objects in it, down to a depth. An answer has its record in an
   * object, in the first of a list, or in a list within a list.
   */
  #collect(records: Map<string, string>, from: unknown, depth: number): void {
    if (typeof from !== 'object' || from === null) return;
    if (!Array.isArray(from)) {
      for (const [field, value] of Object.entries(from)) {
        const name = this.#idNames.get(field.toLowerCase());
        if (name === undefined || records.has(name) || records.size >= RECORDS_MAX) continue;
        const id = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
        if (ID.test(id) && id !== REDACTED) records.set(name, id);
      }
    }
    if (depth === 0) return;
    const within = Array.isArray(from) ? [from.find((one) => typeof one === 'object' && one !== null)] : from;
    for (const value of Object.values(within)) this.#collect(records, value, depth - 1);
  }

  /** Removes entries from before a time. */
  async removeBefore(db: Db, before: Microseconds): Promise<void> {
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
      const { numAffectedRows = 0n } = await sql`delete from audit_entries where (occurred_at, entry_id) in (
        select occurred_at, entry_id from audit_entries where occurred_at < ${before} order by occurred_at
        limit ${REMOVED_AT_ONCE})`.execute(db);
      removed = Number(numAffectedRows);
    }
  }
}

/** Calls of keys go straight to the second handler, with nothing allocated for them. */
function ofUsers(recorded: Handler, plain: Handler): Handler {
  const handler = (call: Call) => (call.client.user === undefined ? plain(call) : recorded(call));
  return Object.assign(handler, { ...plain });
}
