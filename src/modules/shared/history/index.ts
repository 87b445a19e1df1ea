/** The changes of the statuses of records, which the database keeps (C93). */
export * from './status-history.ts';
