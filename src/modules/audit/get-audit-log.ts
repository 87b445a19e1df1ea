import { type Kysely, type SqlBool, sql } from 'kysely';
import Type from 'typebox';
import type { AuditEntryRow, Schema } from '../../database/schema/index.ts';
import { type Method, namedObject } from '../../http/methods/index.ts';
import { choice, optional, text } from '../../http/parameters/index.ts';
import { AUDIT_OUTCOMES } from '../shared/change/index.ts';
import { longRead, type ReadDeps } from '../shared/list/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import {
  afterCursor,
  choicesSchema,
  cursorParameter,
  instant,
  pageLimit,
  pageOf,
  textOrNull,
  timeCursor,
} from '../shared/values/index.ts';
import { csvOf, entryFields } from './audit-entry.ts';

const LIMIT_MAX = 500;

const entrySchema = namedObject('AuditEntry', {
  entryId: Type.String(),
  time: Type.String({ description: 'RFC 3339, UTC.' }),
  clientId: Type.String({ description: 'The caller.' }),
  keyId: textOrNull('Its key; null of a call that no key made, such as an approved action.'),
  userId: textOrNull('The user who called; null of a call with a key.'),
  sessionId: textOrNull('The session of the user.'),
  method: Type.String({ description: 'As it was called.' }),
  address: Type.String({ description: 'The IP address of the caller.' }),
  requestId: Type.String({
    description:
      'As in the log of the process and the header X-Request-Id of the answer; of an approved action its id.',
  }),
  sentRequestId: textOrNull("The caller's own X-Request-Id."),
  outcome: choicesSchema(AUDIT_OUTCOMES),
  statusCode: Type.String({ description: 'Of the answer.' }),
  fields: Type.Array(Type.String(), { description: 'The names of the fields that were sent.' }),
  records: Type.Record(Type.String(), Type.String(), {
    description: 'The ids of the records that the call names or made, by the name of the field.',
  }),
  changes: Type.Array(
    namedObject('AuditChange', {
      record: Type.String({ description: 'The kind of record.' }),
      id: Type.String(),
      field: Type.String(),
      before: textOrNull('null: none, or a new record; REDACTED: no log has such values.'),
      after: textOrNull('As before.'),
    }),
    { description: 'What the call changed of records of the database.' },
  ),
});

const parameters = {
  clientId: optional(text({ maxLength: 100, description: 'The caller.' })),
  keyId: optional(text({ maxLength: 100, description: 'Its key.' })),
  userId: optional(text({ maxLength: 100, description: 'The user who called; of users, orders are found too.' })),
  method: optional(text({ maxLength: 100, description: 'The name of the method, as it was called.' })),
  outcome: optional(choice(AUDIT_OUTCOMES)),
  recordId: optional(text({ maxLength: 60, description: 'The id of a record, of any kind.' })),
  from: optional(instant('The first moment.')),
  to: optional(instant('The end, not included.')),
  cursor: cursorParameter(),
  limit: pageLimit('Entries', LIMIT_MAX),
  format: optional(choice(['JSON', 'CSV'], { description: 'CSV: the page as text in csv; JSON when absent.' })),
};

interface Filters {
  readonly clientId: string | undefined;
  readonly keyId: string | undefined;
  readonly userId: string | undefined;
  readonly method: string | undefined;
  readonly outcome: string | undefined;
  readonly recordId: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly cursor: string | undefined;
}

/**
 * The log as a method and as a resource (O5).
 * @param lookedThroughMax the most entries that a page with filters looks through
 */
export function auditModule(deps: ReadDeps, lookedThroughMax = 100_000): Method[] {
  const method = operatorMethod({
    name: 'getAuditLog',
    summary: 'Lists who changed what, from where, and with which outcome, newest first',
    description:
      'An extension (O3 to O5). Every call that changes something, orders of keys apart, with the names of its ' +
      'fields and the ids of its records. Done: it succeeded; Waits: a second operator must approve it (C81); ' +
      'Refused: it changed nothing. A page with filters may be short, or empty, and have a nextCursor: call again ' +
      'with it.',
    parameters,
    response: namedObject('AuditPage', {
      entries: Type.Array(entrySchema),
      csv: Type.Optional(
        Type.String({ description: 'With format CSV, in place of entries: a header and a line each.' }),
      ),
      nextCursor: textOrNull('For the next page; null after the oldest entry.'),
    }),
    handler: async ({ values: { limit = LIMIT_MAX, format = 'JSON', ...filters } }) => {
      const { page, nextCursor } = await longRead(deps, (db) => readPage(db, filters, { limit, lookedThroughMax }));
      const entries = page.map(entryFields);
      return { fields: format === 'CSV' ? { entries: [], csv: csvOf(entries), nextCursor } : { entries, nextCursor } };
    },
  });
  const resource = { ...method, name: 'getAudit', verb: 'GET', path: '/v3/admin/audit' } as const;
  return [method, resource];
}

/**
 * A page, newest first, and where the next one begins. Only the time has an index, so with other filters the page looks
 * through a limited number of entries.
 */
async function readPage(
  db: Kysely<Schema>,
  { clientId, keyId, userId, method, outcome, recordId, from, to, cursor }: Filters,
  { limit, lookedThroughMax }: { readonly limit: number; readonly lookedThroughMax: number },
): Promise<{ readonly page: AuditEntryRow[]; readonly nextCursor: string | null }> {
  let all = db
    .selectFrom('audit_entries')
    .where(afterCursor(cursor, { time: 'occurred_at', id: 'entry_id' }))
    .orderBy('occurred_at', 'desc')
    .orderBy('entry_id', 'desc');
  if (from !== undefined) all = all.where('occurred_at', '>=', from);
  if (to !== undefined) all = all.where('occurred_at', '<', to);
  const isFiltered = [clientId, keyId, userId, method, outcome, recordId].some((filter) => filter !== undefined);
  const lookedThrough = all.select(['occurred_at', 'entry_id']).offset(lookedThroughMax - 1);
  const end = isFiltered ? await lookedThrough.limit(1).executeTakeFirst() : undefined;
  let query = all.selectAll().limit(limit + 1);
  if (end !== undefined) {
    query = query.where(sql<SqlBool>`(occurred_at, entry_id) >= (cast(${end.occurred_at} as bigint), ${end.entry_id})`);
  }
  if (clientId !== undefined) query = query.where(ownedBy(clientId));
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (method !== undefined) query = query.where('method', '=', method);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  // The ids are the values of a JSON object. "like" would ignore case on SQLite.
  if (recordId !== undefined) {
    query = query.where(sql<SqlBool>`replace(records, ${`:${JSON.stringify(recordId)}`}, '') <> records`);
  }
  const { page, more } = pageOf(await query.execute(), limit);
  const last = more === 'Yes' ? page.at(-1) : end;
  return { page, nextCursor: last === undefined ? null : timeCursor({ time: last.occurred_at, id: last.entry_id }) };
}
