/** The people who work in the console: records, roles, sessions and methods (docs/operate/users.md). */
import { inGroup, type Method } from '../../http/methods/index.ts';
import { type ChangeDeps, keepAnswer } from '../shared/change/index.ts';
import { getPasskeys, removePasskey } from './passkey-methods.ts';
import { getProviderAccounts, removeProviderAccount } from './provider-account-methods.ts';
import { endSession, getRoles, getSessions } from './session-methods.ts';
import type { UserDeps } from './user-deps.ts';
import { createUser, getUsers, inviteUser, updateUser } from './user-methods.ts';

export { ROLES, type Role, sideOf } from './roles.ts';
export type { Proof } from './session-proof.ts';
export { signedInAgain } from './sign-in-again.ts';
export type { UserDeps } from './user-deps.ts';
export { type Admission, UserRecords } from './user-records.ts';
export { UserSessions } from './user-sessions.ts';

export function usersModule(deps: UserDeps, changes: ChangeDeps): Method[] {
  const ofUsers = [createUser(deps), updateUser(deps), inviteUser(deps)];
  const changing = [...ofUsers, endSession(deps), removePasskey(deps), removeProviderAccount(deps)];
  return inGroup('Users', [
    ...changing.map((method) => ({ ...method, idempotent: true, handler: keepAnswer(changes, method.handler) })),
    getUsers(deps),
    getRoles(deps),
    getSessions(deps),
    getPasskeys(deps),
    getProviderAccounts(deps),
  ]);
}
