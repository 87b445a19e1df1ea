import { isActiveKey } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { holdUser } from './held-user.ts';
import { rolesIn } from './roles.ts';

/**
 * The keys that a user answers for, as it leaves: they end, or another operator answers for them from now on (P27). The
 * clients whose keys these are. Throws 404 and 190 for whom they cannot be handed to.
 */
export async function leaveKeys(
  transaction: Db,
  userId: string,
  { to, nowUs }: { readonly to: string | undefined; readonly nowUs: number },
): Promise<readonly string[]> {
  if (to !== undefined) {
    const heir = await holdUser(transaction, to);
    const isOperator = heir.active === 1 && rolesIn(heir.roles).includes('operator');
    if (to === userId || !isOperator) throw new ApiError(190, 'keysTo: another active operator takes over keys');
  }
  const rows = await transaction
    .updateTable('api_keys')
    .set(to === undefined ? { revoked_at: nowUs } : { handed_to: to })
    .where((where) =>
      where.or([
        where('handed_to', '=', userId),
        where.and([where('handed_to', 'is', null), where('made_by', '=', userId)]),
      ]),
    )
    .where(isActiveKey(nowUs))
    .returning('client_id')
    .execute();
  return [...new Set(rows.map(({ client_id }) => client_id))];
}
