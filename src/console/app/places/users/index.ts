/** Users with their roles, their ways in and their sessions. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Roles } from './roles.ts';
import { UserRecord } from './user.ts';
import { Users } from './users.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return html`<${Users} desk=${desk} />`;
}

/** Of a user, or the table of the roles. */
export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  return id === 'roles' ? html`<${Roles} desk=${desk} />` : html`<${UserRecord} key=${id} desk=${desk} id=${id} />`;
}
