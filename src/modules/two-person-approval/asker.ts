/** Who asked for an action, and whom it needs besides (C82). */
import { isActiveKey } from '../../database/queries/index.ts';
import type { Db, PendingActionRow } from '../../database/schema/index.ts';
import { ApiError, type Client, peopleOf, personOf } from '../../http/methods/index.ts';
import { isOf, ownedBy } from '../shared/record/index.ts';

type Asked = Pick<PendingActionRow, 'client_id' | 'user_id' | 'key_id'>;

/** Of a row of an action: how its caller is stored. */
export function askedBy({ clientId, user, keyId }: Client): Asked {
  return { client_id: clientId, user_id: user?.userId ?? null, key_id: keyId ?? null };
}

/**
 * Whether this is a second person. People are compared, by the users and by those who made the keys or answer for them;
 * of a key that nobody is known to have made, clients are.
 */
export async function isSecond(db: Db, asked: Asked, approver: Client): Promise<boolean> {
  const [askers, approvers] = [peopleOf(await callerOf(db, asked)), peopleOf(approver)];
  if (askers.length === 0 || approvers.length === 0) return !isOf(approver.clientId, asked);
  return !askers.some((one) => approvers.includes(one));
}

/** Whether the caller may see what the method answered: keys, say. */
export async function isAsker(db: Db, asked: Asked, reader: Client): Promise<boolean> {
  if (!isOf(reader.clientId, asked)) return false;
  const asker = personOf(await callerOf(db, asked));
  return asker === undefined || asker === personOf(reader);
}

/** Who called, as a client has it. */
async function callerOf(db: Db, { user_id, key_id }: Asked): Promise<Pick<Client, 'user' | 'madeBy' | 'handedTo'>> {
  if (user_id !== null) return { user: { userId: user_id, sessionId: '', authenticatedAtUs: 0 } };
  if (key_id === null) return {};
  const query = db.selectFrom('api_keys').select(['made_by', 'handed_to']).where('key_id', '=', key_id);
  const key = await query.executeTakeFirst();
  return { madeBy: key?.made_by ?? undefined, handedTo: key?.handed_to ?? undefined };
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
  const caller = await callerOf(db, asked);
  const person = personOf(caller);
  const isOperator =
    (userId !== null || (await hasMasterKey(db, clientId, nowUs))) &&
    (person === undefined || (await isOperatingUser(db, person)));
  if (client === undefined || !isOperator) throw new ApiError(111, 'whoever asked is no longer an operator');
  return {
    clientId,
    parentId: client.parent_id,
    name: client.name,
    master: true,
    scopes: new Set(),
    deniedMethods: new Set(),
    fieldPermissions: new Set(),
    ...caller,
  };
}

async function hasMasterKey(db: Db, clientId: string, nowUs: number): Promise<boolean> {
  const keys = db.selectFrom('api_keys').select('key_id').where(ownedBy(clientId)).where('master', '=', 1);
  return (await keys.where(isActiveKey(nowUs)).executeTakeFirst()) !== undefined;
}

async function isOperatingUser(db: Db, userId: string): Promise<boolean> {
  const users = db.selectFrom('users').select('roles').where('user_id', '=', userId);
  const user = await users.where('active', '=', 1).executeTakeFirst();
  return user !== undefined && (JSON.parse(user.roles) as readonly string[]).includes('operator');
}
