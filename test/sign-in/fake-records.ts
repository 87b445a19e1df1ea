/** Users and sessions in memory. */
import type { Client } from '../../src/http/methods/index.ts';
import type {
  OneTimeLink,
  Passkey,
  SessionStart,
  SignInSessions,
  SignInUser,
  SignInUsers,
} from '../../src/modules/sign-in/sign-in-deps.ts';
import type { Admission, Proof, Role } from '../../src/modules/users/index.ts';
import { requireExpected } from '../../src/modules/users/roles.ts';
import { testClient } from '../support/served-api.ts';

export class FakeUsers implements SignInUsers {
  readonly all = new Map<string, SignInUser>();
  readonly identities = new Map<string, string>();
  readonly stored = new Map<string, Passkey>();
  readonly used = new Map<string, number>();
  readonly issued = new Map<string, OneTimeLink>();
  readonly tokens = new Set<string>();
  get = async (id: string) => this.all.get(id);
  ofIdentity = async (issuer: string, subject: string) =>
    this.all.get(this.identities.get(`${issuer} ${subject}`) ?? '');
  ofEmail = async (email: string) => [...this.all.values()].find((one) => one.email === email);
  hasIdentityAt = async (userId: string, issuer: string) =>
    [...this.identities].some(([name, id]) => id === userId && name.startsWith(`${issuer} `));
  admit = async ({ account: { issuer, subject }, user, roles }: Admission) => {
    const { userId } = 'userId' in user ? user : this.add(user);
    this.identities.set(`${issuer} ${subject}`, userId);
    if (roles !== undefined) this.update(userId, { roles });
    return this.all.get(userId) as SignInUser;
  };
  update = (id: string, changes: object) => this.all.set(id, { ...(this.all.get(id) as SignInUser), ...changes });
  add(fields: Omit<SignInUser, 'userId' | 'active'>): SignInUser {
    const user = { userId: `U${10_000_000 + this.all.size}`, active: true, ...fields };
    this.all.set(user.userId, user);
    return user;
  }
  readonly links = {
    find: async (token: string) => this.issued.get(token),
    redeem: async (token: string) => {
      const link = this.issued.get(token);
      this.issued.delete(token);
      return link;
    },
    wasUsed: async (token: string) => this.tokens.has(token),
    noteUse: async (token: string) => void this.tokens.add(token),
  };
  readonly passkeys = {
    list: async (userId: string) => [...this.stored.values()].filter((one) => one.userId === userId),
    get: async (id: string) => this.stored.get(id),
    add: async (passkey: Passkey, roles: readonly Role[]) => {
      requireExpected(this.all.get(passkey.userId)?.roles ?? [], roles);
      this.stored.set(passkey.credentialId, passkey);
    },
    use: async (id: string, counter: number, challengedAtUs: number) => {
      const passkey = this.stored.get(id) as Passkey;
      if (counter !== 0 && counter <= passkey.counter) return false;
      if ((this.used.get(id) ?? 0) >= challengedAtUs) return false;
      this.used.set(id, challengedAtUs);
      this.stored.set(id, { ...passkey, counter });
      return true;
    },
    removeAllOf: async (userId: string) => {
      for (const { credentialId } of await this.passkeys.list(userId)) this.stored.delete(credentialId);
    },
  };
}

interface Session extends SessionStart {
  readonly sessionId: string;
  token: string;
  authenticatedAtUs: number;
}

export class FakeSessions implements SignInSessions {
  readonly all = new Map<string, Session>();
  readonly #nowUs: () => number;
  readonly #users: FakeUsers;
  #made = 0;
  constructor(nowUs: () => number, users: FakeUsers) {
    this.#nowUs = nowUs;
    this.#users = users;
  }
  #started(session: Session, { atUs = 0 }: Proof) {
    session.token = `token-${++this.#made}`;
    session.authenticatedAtUs = atUs;
    this.all.set(session.sessionId, session);
    return { token: session.token, sessionId: session.sessionId, expiresAtUs: this.#nowUs() + 43_200_000_000 };
  }
  start = async (of: SessionStart) => {
    requireExpected(this.#users.all.get(of.userId)?.roles ?? [], of.roles);
    return this.#started({ ...of, sessionId: `S${this.#made + 1}`, token: '', authenticatedAtUs: 0 }, of.proof);
  };
  check = (token: string): Client | undefined => {
    const session = [...this.all.values()].find((one) => one.token === token);
    return session && testClient('C1', { user: session });
  };
  end = async (sessionId: string) => this.all.delete(sessionId);
  endAllOf = async (userId: string) => {
    for (const one of this.all.values()) if (one.userId === userId) this.all.delete(one.sessionId);
  };
  endOfProvider = async (of: { issuer: string; sid?: string; subject?: string }) => {
    for (const { sessionId, provider } of this.all.values()) {
      const isMeant =
        provider?.issuer === of.issuer &&
        (of.sid === undefined ? provider.subject === of.subject : provider.sid === of.sid);
      if (isMeant) this.all.delete(sessionId);
    }
  };
  reauthenticated = async (sessionId: string, proof: Proof) => this.#started(this.all.get(sessionId) as Session, proof);
  providerOf = async (sessionId: string) => {
    const session = this.all.get(sessionId);
    return session?.provider && { how: session.how, idToken: session.provider.idToken };
  };
}
