/** What a call changed of which record, for the audit log (O4): noted where its statements are executed. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A field of a record; null: it had, or has, no value. HIDDEN stands for values that no log may have. */
export interface FieldChange {
  /** The table of the record, and its id. */
  readonly record: string;
  readonly id: string;
  /** Its column. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type Row = Readonly<Record<string, unknown>>;

/** Of all records of a call. */
export const CHANGES_MAX = 50;

/** As answers show values that the caller may not know. */
export const HIDDEN = 'REDACTED';

/**
 * The columns whose values say nothing of a person and open nothing. A column that is not here is named without its
 * values, so a new one is not shown by accident.
 */
const CLEAR: ReadonlySet<string> = new Set([
  ...['active', 'issuer', 'roles', 'master', 'scopes', 'denied_methods', 'field_permissions', 'method', 'decision'],
  ...['rule', 'assigned_to', 'eligible_to_close', 'handed_to', 'retries', 'ordered', 'platform', 'enabled', 'approval'],
  // Not card_type, nor account_type, which is that of a bank account: not all readers of the log see banks and cards.
  ...['type', 'resident_type', 'entity_type', 'issue_type', 'content_type', 'transaction_type'],
  ...['link_type', 'first_entry_type', 'related_entry_type'],
]);
const CLEAR_ENDINGS = /(^|_)(status|amount|amount_max|shares|quantity|price|at|archived)$/;
const isClear = (column: string) => CLEAR.has(column) || CLEAR_ENDINGS.test(column);

/** They change with others, or with each use. */
const LEFT_OUT: ReadonlySet<string> = new Set(['updated_at', 'revision', 'last_used_at', 'last_seen_at']);

/** Ids that the name of the table does not name. */
const ID_COLUMNS: Readonly<Record<string, string>> = {
  ach_fund_moves: 'ref_num',
  card_fund_moves: 'ref_num',
  custody_fund_moves: 'reference_number',
  custody_fund_disbursements: 'request_id',
  kyc_reviews: 'request_id',
  offering_documents: 'document_number',
  user_passkeys: 'credential_id',
};

interface Noted {
  readonly changes: FieldChange[];
  /** What the call leaves to run on is no longer its own. */
  isOver: boolean;
}

const ofCall = new AsyncLocalStorage<Noted>();

/** Runs the work of a call; what it changes is noted until it ends. */
export async function withChanges<T>(work: () => Promise<T>): Promise<T> {
  const noted: Noted = { changes: [], isOver: false };
  try {
    return await ofCall.run(noted, work);
  } finally {
    noted.isOver = true;
  }
}

/** What the call has changed so far. */
export function notedChanges(): readonly FieldChange[] {
  return ofCall.getStore()?.changes ?? [];
}

/** Forgets what was noted after these changes: its transaction was rolled back. */
export function forgetChanges(kept: readonly FieldChange[]): void {
  ofCall.getStore()?.changes.splice(0, CHANGES_MAX, ...kept);
}

/** Whether changes are noted, so that the row before a write is worth a read. */
export function isNoting(): boolean {
  const noted = ofCall.getStore();
  return noted !== undefined && !noted.isOver && noted.changes.length < CHANGES_MAX;
}

/**
 * Notes the columns that differ. Of a new record (without a row before), and of one that is gone (without a row after),
 * those whose values may be shown.
 */
export function noteChange(table: string, before: Row | undefined, after: Row | undefined): void {
  const id = idOf(table, { ...after, ...before });
  const isWhole = before === undefined || after === undefined;
  for (const field of Object.keys(after ?? before ?? {})) {
    const [old, value] = [before?.[field] ?? null, after?.[field] ?? null];
    if (old === value || LEFT_OUT.has(field) || (isWhole && !isClear(field))) continue;
    const shown = (one: unknown) => (one === null ? null : isClear(field) ? String(one) : HIDDEN);
    add({ record: table, id, field, before: shown(old), after: shown(value) });
  }
}

/** A field that changes twice is one change. */
function add(change: FieldChange): void {
  const changes = ofCall.getStore()?.changes ?? [];
  const { record, id, field } = change;
  const at = changes.findIndex((one) => one.record === record && one.id === id && one.field === field);
  if (at >= 0) changes[at] = { ...change, before: changes[at]!.before };
  else if (changes.length < CHANGES_MAX) changes.push(change);
}

/** user_sessions have session_id, and parties party_id. */
function idOf(table: string, row: Row): string {
  const singular = table.replace(/ies$/, 'y').replace(/s$/, '');
  const ids = Object.keys(row).filter((column) => column.endsWith('_id'));
  const own = ids.find((column) => singular.endsWith(column.slice(0, -'_id'.length)));
  const column = ID_COLUMNS[table] ?? own ?? ids.find((one) => one !== 'client_id') ?? 'client_id';
  return String(row[column] ?? '');
}
