/** The audit log: who changed what, from where, and with which outcome (O3 to O6). */
export { type RecordedCommand, recordedCommand } from './command-entry.ts';
export * from './get-audit-log.ts';
