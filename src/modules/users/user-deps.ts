import type { Method } from '../../http/methods/index.ts';
import type { UserRecords } from './user-records.ts';
import type { UserSessions } from './user-sessions.ts';

/** The services that the methods about users use. */
export interface UserDeps {
  readonly users: UserRecords;
  readonly sessions: UserSessions;
  /** All declared methods; first asked on a call. */
  readonly methods: () => readonly Method[];
  /** The public address of the API without a final slash. */
  readonly publicUrl: () => string;
}
