/** Users and sessions on a database, with a clock that tests move. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import type { Method } from '../../../src/http/methods/index.ts';
import type { NewUser } from '../../../src/modules/users/user-records.ts';
import { UserRecords } from '../../../src/modules/users/user-records.ts';
import { UserSessions } from '../../../src/modules/users/user-sessions.ts';

export const IP = '192.0.2.1';
export const IDLE_MINUTES = 30;
export const HOURS = 12;
const START_US = 1_800_000_000_000_000;

export class People {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sessions: UserSessions;
  readonly records: UserRecords;
  /** The clients whose streams were to be closed. */
  readonly closed: string[] = [];
  #nowUs = START_US;
  #made = 0;

  constructor(database: Database, secrets = new Secrets([randomBytes(32)]), methods: readonly Method[] = []) {
    const { db } = database;
    // Each reading is later than the one before, so that what is made first is older.
    const nowUs = () => this.nowUs();
    this.database = database;
    this.secrets = secrets;
    this.sessions = new UserSessions({
      ...{ db, secrets, nowUs, methods: () => methods, fieldPermissions: () => new Set<string>() },
      settings: { idleMinutes: IDLE_MINUTES, hours: HOURS },
      ended: (clientId) => this.closed.push(clientId),
    });
    this.records = new UserRecords({ db, secrets, nowUs, ended: ({ clientId }) => this.sessions.refresh(clientId) });
  }

  /** Another node on the same database, whose clock is this one's. */
  node(database: Database): People {
    const other = new People(database, this.secrets);
    other.#nowUs = this.#nowUs;
    return other;
  }

  nowUs(): number {
    return this.#nowUs++;
  }

  setNow(nowUs: number): void {
    this.#nowUs = nowUs;
  }

  pass(minutes: number): void {
    this.#nowUs += minutes * 60_000_000;
  }

  async client(clientId: string, { master = false, parentId = clientId } = {}): Promise<void> {
    const { db } = this.database;
    const row = { client_id: clientId, parent_id: parentId, name: `Client ${clientId}`, active: 1, created_at: 1 };
    await db.insertInto('clients').values(row).execute();
    const key = { key_id: `K${clientId}`, client_id: clientId, key_hash: clientId, master: Number(master) };
    await db
      .insertInto('api_keys')
      .values({ ...key, scopes: '*', denied_methods: '[]', field_permissions: '*', created_at: 1, revoked_at: null })
      .execute();
  }

  async user(fields: Partial<NewUser> = {}) {
    const email = `person${++this.#made}@example.com`;
    const made = { clientId: 'C1', name: 'A Person', email, roles: ['trader'] as const, createdBy: 'KC1', ...fields };
    return await this.records.create(made);
  }

  async start(userId: string, more: object = {}) {
    return await this.sessions.start({
      userId,
      how: 'passkey',
      ip: IP,
      userAgent: 'Browser',
      proof: { atUs: this.nowUs() },
      ...more,
    });
  }
}
