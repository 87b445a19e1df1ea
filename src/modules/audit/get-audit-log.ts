import { type Kysely, sql } from 'kysely';
import Type from 'typebox';
import type { AuditEntryRow, Schema } from '../../database/schema/index.ts';
import type { Method } from '../../http/methods/index.ts';
import { choice, optional, text } from '../../http/parameters/index.ts';
import { AUDIT_OUTCOMES } from '../shared/change/index.ts';
import { longRead, type ReadServices } from '../shared/list/index.ts';
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

const entrySchema = Type.Object({
  entryId: Type.String(),
  time: Type.String({ description: 'RFC 3339, UTC.' }),
  clientId: Type.String({ description: 'The caller.' }),
  keyId: textOrNull('Its key; null of a call that no key made, such as an approved action.'),
  method: Type.String({ description: 'As it was called.' }),
  address: Type.String({ description: 'The IP address of the caller.' }),
  requestId: Type.String({ description: 'As in the log of the process and the header X-Request-Id.' }),
  outcome: choicesSchema(AUDIT_OUTCOMES),
  statusCode: Type.String({ description: 'Of the answer.' }),
  fields: Type.Array(Type.String(), { description: 'The names of the fields that were sent.' }),
  records: Type.Record(Type.String(), Type.String(), {
    description: 'The ids of the records that the call names or made, by the name of the field.',
  }),
});

const parameters = {
  clientId: optional(text({ maxLength: 100, description: 'The caller.' })),
  keyId: optional(text({ maxLength: 100, description: 'Its key.' })),
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
  readonly method: string | undefined;
  readonly outcome: string | undefined;
  readonly recordId: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly cursor: string | undefined;
}

/** O5. */
export function getAuditLog(services: ReadServices): Method {
  return operatorMethod({
    name: 'getAuditLog',
    summary: 'Lists who changed what, from where, and with which outcome, newest first',
    description:
      'An extension (O3 to O5). Every call of a method that changes something, orders apart. An entry has the names ' +
      'of the fields that were sent and the ids of records, never a value, so neither personal data nor secrets. ' +
      'Done: the method succeeded; Waits: a second operator must approve it (C81); Refused: it changed nothing.',
    parameters,
    response: Type.Object({
      entries: Type.Array(entrySchema),
      csv: Type.Optional(
        Type.String({ description: 'With format CSV, in place of entries: a header and a line each.' }),
      ),
      nextCursor: textOrNull('For the next page; null after the oldest entry.'),
    }),
    handler: async ({ values: { limit = LIMIT_MAX, format = 'JSON', ...filters } }) => {
      const found = await longRead(services, (db) => entriesOf(db, filters, limit + 1));
      const { page, more } = pageOf(found, limit);
      const last = page.at(-1);
      const nextCursor =
        more === 'Yes' && last !== undefined ? timeCursor({ time: last.occurred_at, id: last.entry_id }) : null;
      const entries = page.map(entryFields);
      return { fields: format === 'CSV' ? { entries: [], csv: csvOf(entries), nextCursor } : { entries, nextCursor } };
    },
  });
}

/** A record leads through its own index, so its columns give the order. */
function entriesOf(db: Kysely<Schema>, filters: Filters, limit: number): Promise<AuditEntryRow[]> {
  const { clientId, keyId, method, outcome, recordId, from, to, cursor } = filters;
  const columns =
    recordId === undefined ? { time: 'e.occurred_at', id: 'e.entry_id' } : { time: 'r.occurred_at', id: 'r.entry_id' };
  const time = sql<number>`${sql.ref(columns.time)}`;
  let query = db
    .selectFrom('audit_entries as e')
    .selectAll('e')
    .where(afterCursor(cursor, columns))
    .orderBy(time, 'desc')
    .orderBy(sql.ref(columns.id), 'desc')
    .limit(limit);
  if (recordId !== undefined) {
    query = query
      .innerJoin('audit_records as r', 'r.entry_id', 'e.entry_id')
      .where(sql.ref('r.record_id'), '=', recordId);
  }
  if (clientId !== undefined) query = query.where(ownedBy(clientId, 'e'));
  if (keyId !== undefined) query = query.where('e.key_id', '=', keyId);
  if (method !== undefined) query = query.where('e.method', '=', method);
  if (outcome !== undefined) query = query.where('e.outcome', '=', outcome);
  if (from !== undefined) query = query.where(time, '>=', from);
  if (to !== undefined) query = query.where(time, '<', to);
  return query.execute();
}
