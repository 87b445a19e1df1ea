/** Users with their roles, their ways in and their sessions. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Roles } from './roles.tsx';
import { UserRecord } from './user.tsx';
import { Users } from './users.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return <Users desk={desk} />;
}

/** Of a user, or the table of the roles. */
export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === 'roles' ? <Roles desk={desk} /> : <UserRecord key={id} desk={desk} id={id} />;
}
