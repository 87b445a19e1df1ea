/** Who asked for an action, and whom it needs besides (C82). */
import { isActiveKey } from '../../database/queries/index.ts';
import type { Db, PendingActionRow } from '../../database/schema/index.ts';
import { ApiError, type Client, personOf } from '../../http/methods/index.ts';
import { isOf, ownedBy } from '../shared/record/index.ts';

type Asked = Pick<PendingActionRow, 'client_id' | 'user_id' | 'key_id'>;

/** Of a row of an action: how its caller is stored. */
export function askedBy({ clientId, user, keyId }: Client): Asked {
  return { client_id: clientId, user_id: user?.userId ?? null, key_id: keyId ?? null };
}

/**
 * Whether this is a second person. People are compared, by the users and by those who made the keys; of a key that
 * nobody is known to have made, clients are.
 */
export async function isSecond(db: Db, asked: Asked, approver: Client): Promise<boolean> {
  const person = personOf(approver);
  const asker = person === undefined ? undefined : await personWho(db, asked);
  return asker === undefined ? !isOf(approver.clientId, asked) : asker !== person;
}

/** Whether the caller may see what the method answered: keys, say. */
export async function isAsker(db: Db, asked: Asked, reader: Client): Promise<boolean> {
  if (!isOf(reader.clientId, asked)) return false;
  const asker = await personWho(db, asked);
  return asker === undefined || asker === personOf(reader);
}

async function personWho(db: Db, { user_id, key_id }: Asked): Promise<string | undefined> {
  return user_id ?? (await makerOf(db, key_id)) ?? undefined;
}

async function makerOf(db: Db, keyId: string | null): Promise<string | null> {
  if (keyId === null) return null;
  const query = db.selectFrom('api_keys').select('made_by').where('key_id', '=', keyId);
  return (await query.executeTakeFirst())?.made_by ?? null;
}

/** In whose name an approved action is performed: whoever asked, and must still be an operator. Throws 111. */
export async function askerOf(db: Db, asked: Asked, nowUs: number): Promise<Client> {
  const { client_id: clientId, user_id: userId } = asked;
  const client = await db
    .selectFrom('clients as client')
    .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
    .select(['client.parent_id', 'client.name'])
    .where(ownedBy(clientId, 'client'))
    .where('client.active', '=', 1)
    .where('parent.active', '=', 1)
    .executeTakeFirst();
  const isOperator = await (userId === null
    ? hasMasterKey(db, clientId, nowUs)
    : isOperatingUser(db, clientId, userId));
  if (client === undefined || !isOperator) throw new ApiError(111, 'whoever asked is no longer an operator');
  const madeBy = await makerOf(db, asked.key_id);
  return {
    clientId,
    parentId: client.parent_id,
    name: client.name,
    master: true,
    scopes: new Set(),
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
    ...(userId === null ? {} : { user: { userId, sessionId: '', authenticatedAtUs: nowUs } }),
    ...(madeBy === null ? {} : { madeBy }),
  };
}

async function hasMasterKey(db: Db, clientId: string, nowUs: number): Promise<boolean> {
  const keys = db.selectFrom('api_keys').select('key_id').where(ownedBy(clientId)).where('master', '=', 1);
  return (await keys.where(isActiveKey(nowUs)).executeTakeFirst()) !== undefined;
}

async function isOperatingUser(db: Db, clientId: string, userId: string): Promise<boolean> {
  const users = db.selectFrom('users').select('roles').where(ownedBy(clientId)).where('user_id', '=', userId);
  const user = await users.where('active', '=', 1).executeTakeFirst();
  return user !== undefined && (JSON.parse(user.roles) as readonly string[]).includes('operator');
}
