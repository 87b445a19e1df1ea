import type { AuditEntry } from './get-audit-log.ts';

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  time: ({ time }) => time,
  clientId: ({ clientId }) => clientId,
  keyId: ({ keyId }) => keyId,
  method: ({ method }) => method,
  address: ({ address }) => address,
  outcome: ({ outcome }) => outcome,
  statusCode: ({ statusCode }) => statusCode,
  records: ({ records }) =>
    Object.entries(records)
      .map(([name, id]) => `${name} ${id}`)
      .join('; '),
  fields: ({ fields }) => fields.join('; '),
  requestId: ({ requestId }) => requestId,
  entryId: ({ entryId }) => entryId,
};

/** RFC 4180, with a header. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const lines = entries.map((entry) => Object.values(COLUMNS).map((read) => cell(read(entry) ?? '')));
  return [Object.keys(COLUMNS), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** A spreadsheet would compute a cell that begins with one of these signs. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
