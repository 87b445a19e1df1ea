/** The people who work in the console: records, roles, sessions and methods (docs/operate/users.md). */
import { inGroup, type Method } from '../../http/methods/index.ts';
import { type ChangeServices, keepAnswer } from '../shared/change/index.ts';
import { getPasskeys, removePasskey } from './passkey-methods.ts';
import { getProviderAccounts, removeProviderAccount } from './provider-account-methods.ts';
import { endSession, getRoles, getSessions } from './session-methods.ts';
import { createUser, getUsers, inviteUser, updateUser } from './user-methods.ts';
import type { UserServices } from './user-services.ts';

export { ROLES, type Role, sideOf } from './roles.ts';
export type { Proof } from './session-proof.ts';
export { signedInAgain } from './sign-in-again.ts';
export { type Admission, UserRecords } from './user-records.ts';
export type { UserServices } from './user-services.ts';
export { UserSessions } from './user-sessions.ts';

export function usersModule(services: UserServices, changes: ChangeServices): Method[] {
  const ofUsers = [createUser(services), updateUser(services), inviteUser(services)];
  const changing = [...ofUsers, endSession(services), removePasskey(services), removeProviderAccount(services)];
  return inGroup('Users', [
    ...changing.map((method) => ({ ...method, idempotent: true, handler: keepAnswer(changes, method.handler) })),
    getUsers(services),
    getRoles(services),
    getSessions(services),
    getPasskeys(services),
    getProviderAccounts(services),
  ]);
}
