import { readConfig } from '../../src/config.ts';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { openSecrets } from '../../src/database/secrets/index.ts';
import { recordedCommand } from '../../src/modules/audit/index.ts';
import { ROLES, UserRecords, UserSessions } from '../../src/modules/users/index.ts';

type Values = Readonly<Record<string, string | undefined>>;

const CREATED_BY = 'admin command';
const LISTED_MAX = 100;
const NAME = /^\P{C}{1,100}$/u;
const EMAIL = /^[^\s@]{1,100}@[^\s@]{1,150}$/;

/** The commands that change nothing. */
const READS: ReadonlySet<string> = new Set(['list']);

/** The user that a command shows. */
const recordsOf = (shown: unknown) => ({ userId: (shown as { userId: string }).userId });

interface Work {
  readonly users: UserRecords;
  readonly sessions: UserSessions;
  /** Where the console is. */
  readonly url: string;
}

const WORK: Readonly<Record<string, (work: Work, values: Values) => Promise<unknown>>> = {
  create: async ({ users }, { client: clientId = '', name = '', email = '', roles = '' }) => {
    const named = roles.split(',').map((role) => role.trim());
    const unknown = named.find((role) => !ROLES.some((one) => one === role));
    if (unknown !== undefined) throw new Error(`there is no role ${unknown}; there are ${ROLES.join(', ')}`);
    if (!NAME.test(name)) throw new Error('--name must have 1 to 100 printable characters');
    if (!EMAIL.test(email)) throw new Error('--email must be an e-mail address');
    const chosen = ROLES.filter((role) => named.includes(role));
    return users.create({ clientId, name, email, roles: chosen, createdBy: CREATED_BY });
  },
  invite: (work, { user = '' }) => link(work, user, 'invite'),
  recover: (work, { user = '' }) => link(work, user, 'recover'),
  'end-sessions': async ({ users, sessions }, { user = '' }) => {
    const { userId } = await required(users, user);
    await sessions.endAllOf(userId);
    return { userId, sessions: 'ended' };
  },
  list: async ({ users }, { client: clientId, offset = '0' }) =>
    (await users.list({ clientId, offset: Number.parseInt(offset, 10) || 0, limit: LISTED_MAX })).rows,
};

/** Opens the database that the settings name, as the venue does: it may run meanwhile. */
export async function runOnUsers(name: string, values: Values): Promise<unknown> {
  const { DATABASE_URL, DATA_DIR, ENCRYPTION_KEY, PUBLIC_URL, HOST, PORT, ...config } = readConfig(process.env);
  const database = await openDatabase({ url: DATABASE_URL, file: mainDatabaseFile(DATA_DIR) });
  try {
    const secrets = await openSecrets(database, { encryptionKey: ENCRYPTION_KEY, dataDir: DATA_DIR });
    const sealed = { db: database.db, secrets, nowUs: () => Date.now() * 1000, ended: () => {} };
    const sessions = new UserSessions({
      ...{ ...sealed, methods: () => [], fieldPermissions: () => new Set<string>() },
      settings: { idleMinutes: config.SESSION_IDLE_MINUTES, hours: config.SESSION_HOURS },
    });
    const work = { users: new UserRecords(sealed), sessions, url: PUBLIC_URL ?? `http://${HOST}:${PORT}` };
    const perform = async () => WORK[name]?.(work, values);
    if (READS.has(name)) return await perform();
    return await recordedCommand(database.db, { name: `user ${name}`, recordsOf }, perform);
  } finally {
    await database.close();
  }
}

async function link({ users, url }: Work, userId: string, purpose: 'invite' | 'recover'): Promise<unknown> {
  const user = await required(users, userId);
  if (!user.active) throw new Error(`user ${userId} is inactive`);
  const { token, expiresAtUs } = await users.links.issue({ userId, purpose, createdBy: CREATED_BY });
  return { userId, link: `${url}/console#link=${token}`, until: new Date(expiresAtUs / 1000).toISOString() };
}

async function required(users: UserRecords, userId: string) {
  const user = await users.get(userId);
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  return user;
}
