/** Methods that change something: one transaction with their webhooks, their billing and their stored response. */
export { AUDIT_OUTCOMES, type AuditedEvent, AuditLog } from './audit-log.ts';
export { Billing } from './billed-calls.ts';
export * from './change.ts';
export { IdempotencyStore, REPLAYED } from './idempotency-store.ts';
export { KeyLocks } from './key-locks.ts';
