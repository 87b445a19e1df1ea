import type { Database } from '../../../src/database/database.ts';
import { NOW } from '../shared/records.ts';

/** The callers of the API whose clients are MASTER and SECOND, each with a master key. */
export const OPERATOR_KEYS = {
  SECOND: { clientId: 'SECOND', master: true },
  SPARE: { clientId: 'MASTER', master: true },
} as const;

/** The rows of both operators: their keys are KMASTER and KSECOND. */
export async function insertOperators({ db }: Database): Promise<void> {
  for (const client_id of ['MASTER', 'SECOND']) {
    const client = { client_id, parent_id: client_id, name: client_id, active: 1, created_at: NOW };
    const key = { key_id: `K${client_id}`, client_id, key_hash: client_id, master: 1, created_at: NOW };
    const grants = { scopes: '*', denied_methods: '[]', field_permissions: '*', revoked_at: null };
    await db.insertInto('clients').values(client).execute();
    await db
      .insertInto('api_keys')
      .values({ ...key, ...grants })
      .execute();
  }
}
