import { formatInstant } from '../../calendar/format-time.ts';
import { csvLine } from '../../csv/index.ts';
import type { FieldChange } from '../../database/queries/index.ts';
import type { AuditEntryRow } from '../../database/schema/index.ts';
import type { AUDIT_OUTCOMES } from '../shared/change/index.ts';

type AuditEntry = ReturnType<typeof entryFields>;

/** An entry of the log, as JSON and as a line of CSV. */
export function entryFields(row: AuditEntryRow) {
  return {
    entryId: row.entry_id,
    time: formatInstant(row.occurred_at),
    clientId: row.client_id,
    keyId: row.key_id,
    userId: row.user_id,
    sessionId: row.session_id,
    method: row.method,
    address: row.ip,
    requestId: row.request_id,
    sentRequestId: row.sent_request_id,
    outcome: row.outcome as (typeof AUDIT_OUTCOMES)[number],
    statusCode: String(row.status_code),
    fields: JSON.parse(row.fields) as string[],
    records: JSON.parse(row.records) as Record<string, string>,
    changes: JSON.parse(row.changes ?? '[]') as FieldChange[],
  };
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  time: ({ time }) => time,
  clientId: ({ clientId }) => clientId,
  keyId: ({ keyId }) => keyId,
  userId: ({ userId }) => userId,
  sessionId: ({ sessionId }) => sessionId,
  method: ({ method }) => method,
  address: ({ address }) => address,
  outcome: ({ outcome }) => outcome,
  statusCode: ({ statusCode }) => statusCode,
  records: ({ records }) =>
    Object.entries(records)
      .map(([name, id]) => `${name} ${id}`)
      .join('; '),
  fields: ({ fields }) => fields.join('; '),
  changes: ({ changes }) =>
    changes.map(({ record, id, field, before, after }) => `${record} ${id} ${field}: ${before} > ${after}`).join('; '),
  requestId: ({ requestId }) => requestId,
  sentRequestId: ({ sentRequestId }) => sentRequestId,
  entryId: ({ entryId }) => entryId,
};

/** With a header. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const lines = entries.map((entry) => csvLine(Object.values(COLUMNS).map((read) => read(entry))));
  return [csvLine(Object.keys(COLUMNS)), ...lines].join('');
}
