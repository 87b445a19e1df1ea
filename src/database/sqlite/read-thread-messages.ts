/** What is said between a thread that asks and the thread that reads (read-thread-driver.ts, read-thread-worker.ts). */
export interface ReadRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReadAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: string };
