/** The messages between a thread and the thread of an SQLite file (sqlite-thread.ts, sqlite-worker.ts). */
import type { QueryResult } from 'kysely';

/** Does nothing without an open transaction. */
export const ROLLBACK = 'rollback';

export interface SqliteThreadData {
  readonly file: string;
  readonly isReadOnly: boolean;
  readonly busyTimeoutMs: number;
}

export interface ThreadRequest {
  readonly id: number;
  readonly sql: string;
  /** JSON if possible: one text costs the sender a fraction of thousands of values. */
  readonly parameters: string | readonly unknown[];
}

export function sendable(parameters: readonly unknown[]): ThreadRequest['parameters'] {
  return parameters.every(isPlain) ? JSON.stringify(parameters) : parameters;
}

export function received(parameters: ThreadRequest['parameters']): readonly unknown[] {
  return typeof parameters === 'string' ? JSON.parse(parameters) : parameters;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || value === null || Number.isFinite(value);
}

export type ThreadResponse =
  | { readonly id: number; readonly result: QueryResult<unknown> }
  /** With SQLite's result code, if it is an error of SQLite. */
  | { readonly id: number; readonly error: { readonly message: string; readonly errcode?: number | undefined } };
