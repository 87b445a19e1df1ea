/** What a call changed of which record, for the audit log (O4): noted where rows are written, whatever the method. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { REDACTED } from '../../../http/methods/index.ts';

/** A field of a record; null: it had, or has, no value. REDACTED stands for values that no log may have. */
export interface FieldChange {
  /** The table of the record, and its id. */
  readonly record: string;
  readonly id: string;
  /** Its column. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Of all records of a call. */
const CHANGES_MAX = 50;
/** Rows that are kept for a change; one that is not is read again. */
const ROWS_MAX = 100;

/**
 * The columns whose values say nothing of a person and open nothing. A column that is not here is named without its
 * values, so a new one is not shown by accident.
 */
const CLEAR: ReadonlySet<string> = new Set([
  ...['active', 'issuer', 'roles', 'master', 'scopes', 'denied_methods', 'field_permissions', 'method', 'decision'],
  ...['rule', 'assigned_to', 'eligible_to_close'],
]);
const CLEAR_ENDINGS = /(^|_)(status|amount|shares|quantity|price|at|archived|type)$/;

interface Noted {
  readonly changes: FieldChange[];
  /** Rows as the call read them, by table and id. */
  readonly rows: Map<string, object>;
}

const ofCall = new AsyncLocalStorage<Noted>();

/** Runs the work of a call; what it changes is noted until it ends. */
export function withChanges<T>(work: () => T): T {
  return ofCall.run({ changes: [], rows: new Map() }, work);
}

/** What the call has changed so far. */
export function notedChanges(): readonly FieldChange[] {
  return ofCall.getStore()?.changes ?? [];
}

/** Forgets what is noted after a number of changes: their transaction was rolled back. */
export function forgetChanges(kept: number): void {
  const noted = ofCall.getStore();
  noted?.changes.splice(kept);
  noted?.rows.clear();
}

/** Whether changes are noted, so that the row before a write is worth a read. */
export function isNoting(): boolean {
  return ofCall.getStore() !== undefined;
}

/** Keeps a row as it was read, for the change that may follow. */
export function noteRead(table: string, id: string | number, row: object | undefined): void {
  const rows = ofCall.getStore()?.rows;
  if (row !== undefined && rows !== undefined && rows.size < ROWS_MAX) rows.set(`${table} ${id}`, row);
}

export function rowRead(table: string, id: string | number): object | undefined {
  return ofCall.getStore()?.rows.get(`${table} ${id}`);
}

/** Notes the columns that differ; of a new record (without a row before) those whose values may be shown. */
export function noteChange(table: string, id: string | number, before: object | undefined, after: object): void {
  const noted = ofCall.getStore();
  if (noted === undefined) return;
  for (const [field, value] of Object.entries(after)) {
    const old = before === undefined ? null : (before as Readonly<Record<string, unknown>>)[field];
    if (old === undefined || old === value || field === 'updated_at') continue;
    const isClear = CLEAR.has(field) || CLEAR_ENDINGS.test(field);
    if ((before === undefined && !isClear) || noted.changes.length >= CHANGES_MAX) continue;
    const shown = (one: unknown) => (one === null ? null : isClear ? String(one) : REDACTED);
    noted.changes.push({ record: table, id: String(id), field, before: shown(old), after: shown(value) });
  }
  noted.rows.set(`${table} ${id}`, { ...before, ...after });
}
