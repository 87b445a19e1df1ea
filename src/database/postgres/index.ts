/** Kysely on PostgreSQL: a pool that survives lost connections and sends several statements in one round trip. */
export { isPostgresUrl, postgresDialect, wholeNumber } from './postgres.ts';
