import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The condition that a key is neither revoked nor past its end.
 * @param table api_keys, or its alias
 */
export function isActiveKey(nowUs: number, table = 'api_keys'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`${column('revoked_at')} is null
    and (${column('expires_at')} is null or ${column('expires_at')} > ${nowUs})`;
}
