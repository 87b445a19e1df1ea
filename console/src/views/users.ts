/** Users of the venue and their roles, as places of the operator use them. */
import type { Session } from '../data/index.ts';

export interface User {
  readonly userId: string;
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly active: 'Yes' | 'No';
  readonly createdDate: string;
  /** A user or a key. */
  readonly createdBy: string;
  readonly lastSeenDate: string | null;
}

export interface Role {
  readonly role: string;
  readonly title: string;
  readonly of: 'client' | 'operator';
  readonly summary: string;
  readonly scopes: readonly string[];
  /** Groups of methods, methods and scopes; `*` is all. */
  readonly reads: readonly string[];
  readonly changes: readonly string[];
}

export async function readRoles({ api }: Session): Promise<readonly Role[]> {
  return (await api.call('getRoles')).roles as Role[];
}

/** The most that getUsers lists at once. */
const PAGE = 500;
/** getUsers takes no id: a user is looked for among the oldest 10,000. */
const PAGES_MAX = 20;

export interface UserPage {
  readonly rows: readonly User[];
  readonly next: string | undefined;
  readonly total: number;
}

/** Oldest first; `from` counts the users before the page. */
export async function readUsers({ api }: Session, from = '0'): Promise<UserPage> {
  const answer = await api.call('getUsers', { offset: Number(from), limit: PAGE });
  const rows = answer.users as User[];
  const total = Number(answer.totalRecords);
  const next = Number(from) + rows.length;
  return { rows, total, next: rows.length > 0 && next < total ? String(next) : undefined };
}

/** The first 100 of a client. */
export async function readUsersOf({ api }: Session, clientId: string): Promise<readonly User[]> {
  return (await api.call('getUsers', { clientId, limit: 100 })).users as User[];
}

/** Null: no user has this id. */
export async function readUser(session: Session, id: string): Promise<User | null> {
  let from: string | undefined = '0';
  for (let pages = 0; pages < PAGES_MAX && from !== undefined; pages++) {
    const page: UserPage = await readUsers(session, from);
    const found = page.rows.find(({ userId }) => userId === id);
    if (found !== undefined) return found;
    from = page.next;
  }
  return null;
}
