import { type Kysely, sql, type Transaction } from 'kysely';
import { BulkInsert, dialectOf, executeDeferred } from '../../../database/queries/index.ts';
import type { AuditEntryRow, AuditRecordRow, Schema } from '../../../database/schema/index.ts';
import { type Answer, ApiError, type Call, type Handler, type Method } from '../../../http/methods/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { auditRows } from './audit-entry.ts';
import { REPLAYED } from './idempotency-store.ts';

/**
 * Orders are in the journal and the order history, with their client and its address. A timer of cancelAllAfter is set
 * again every few seconds.
 */
const isAudited = ({ name, isOrder, idempotent }: Method) => idempotent && !isOrder && name !== 'cancelAllAfter';

/** Old entries removed by one statement. */
const REMOVED_AT_ONCE = 1000;
const KEYS = [
  ['audit_entries', sql.raw('entry_id')],
  ['audit_records', sql.raw('record_id, occurred_at, entry_id')],
] as const;

export interface AuditLogOptions {
  readonly db: Kysely<Schema>;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => Microseconds;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Who called which changing method, from where, and with which outcome (O3). The entry of a change of the database is
 * in its transaction; all others are written before the answer.
 */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #entries: BulkInsert<AuditEntryRow, AuditEntryRow>;
  readonly #records: BulkInsert<AuditRecordRow, AuditRecordRow>;
  /** Calls whose entry is in the transaction of their change. */
  readonly #marked = new WeakSet<object>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
    const dialect = dialectOf(options.db);
    this.#entries = new BulkInsert(dialect, 'audit_entries', {
      entry_id: ({ entry_id }) => entry_id,
      occurred_at: ({ occurred_at }) => occurred_at,
      client_id: ({ client_id }) => client_id,
      key_id: ({ key_id }) => key_id,
      method: ({ method }) => method,
      ip: ({ ip }) => ip,
      request_id: ({ request_id }) => request_id,
      status_code: ({ status_code }) => status_code,
      outcome: ({ outcome }) => outcome,
      fields: ({ fields }) => fields,
      records: ({ records }) => records,
    });
    this.#records = new BulkInsert(dialect, 'audit_records', {
      record_id: ({ record_id }) => record_id,
      occurred_at: ({ occurred_at }) => occurred_at,
      entry_id: ({ entry_id }) => entry_id,
    });
  }

  /** The methods to serve: those that change something are in the log. */
  audited(methods: readonly Method[]): Method[] {
    return methods.map((method) =>
      isAudited(method) ? { ...method, handler: this.#recorded(method.handler) } : method,
    );
  }

  /** Adds the entry of a successful change to its transaction. */
  async mark(transaction: Kysely<Schema>, call: Call, answer: Answer): Promise<void> {
    this.#marked.add(call);
    const outcome = answer.http === 202 ? ('Waits' as const) : ('Done' as const);
    const { entry, records } = auditRows(call, this.#options.nowUs(), {
      outcome,
      statusCode: 101,
      fields: answer.fields,
    });
    const statements = [...this.#entries.statements([entry]), ...this.#records.statements(records)];
    for (const statement of statements) await executeDeferred(transaction, statement);
  }

  #recorded(handler: Handler): Handler {
    const recorded = async (call: Call): Promise<Answer> => {
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
    return Object.assign(recorded, { ...handler });
  }

  /** The method has done its work: its answer stays, also where the entry cannot be written. */
  async #write(call: Call, result: Parameters<typeof auditRows>[2]): Promise<void> {
    const { db, nowUs, log } = this.#options;
    const { entry, records } = auditRows(call, nowUs(), result);
    try {
      await db.transaction().execute(async (transaction: Transaction<Schema>) => {
        await this.#entries.write(transaction, [entry]);
        await this.#records.write(transaction, records);
      });
    } catch (error) {
      log.error({ err: error, entry }, 'an entry of the audit log could not be written');
    }
  }

  /** Removes entries from before a time. */
  async removeBefore(before: Microseconds): Promise<void> {
    const { db } = this.#options;
    for (const [table, key] of KEYS) {
      for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
        const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${key}) in (
          select ${key} from ${sql.table(table)} where occurred_at < ${before} order by occurred_at
          limit ${REMOVED_AT_ONCE})`.execute(db);
        removed = Number(numAffectedRows);
      }
    }
  }
}
