import type { Logger } from 'pino';
import type { Secrets } from '../../database/secrets/index.ts';
import type { RefusalLog, SessionCookie } from '../../http/auth/index.ts';
import type { Client } from '../../http/methods/index.ts';
import type { OpenIdProvider } from '../../providers/openid/index.ts';
import type { AuditedEvent } from '../shared/change/index.ts';
import type { Admission, Proof, Role } from '../users/index.ts';

export interface SignInUser {
  readonly userId: string;
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly active: boolean;
}

export interface Passkey {
  readonly credentialId: string;
  readonly userId: string;
  /** base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export interface OneTimeLink {
  /** null: any user of the sandbox. */
  readonly userId: string | null;
  readonly purpose: 'invite' | 'recover' | 'sandbox';
}

export interface SignInUsers {
  get(userId: string): Promise<SignInUser | undefined>;
  ofIdentity(issuer: string, subject: string): Promise<SignInUser | undefined>;
  ofEmail(email: string): Promise<SignInUser | undefined>;
  hasIdentityAt(userId: string, issuer: string): Promise<boolean>;
  admit(admission: Admission): Promise<SignInUser>;
  readonly links: {
    /** The link of a token while it can be redeemed. */
    find(token: string): Promise<OneTimeLink | undefined>;
    /** As find, once for all callers together. */
    redeem(token: string): Promise<OneTimeLink | undefined>;
    /** Whether a token of a provider was used before, on any node. */
    wasUsed(token: string): Promise<boolean>;
    noteUse(token: string, createdBy: string): Promise<void>;
  };
  readonly passkeys: {
    list(userId: string): Promise<readonly Passkey[]>;
    get(credentialId: string): Promise<Passkey | undefined>;
    /** @param roles that the user had before its device was asked; with others it throws */
    add(passkey: Passkey, roles: readonly Role[]): Promise<void>;
    /** Stores the new counter; false where a use was faster, or the challenge is older than the last one. */
    use(credentialId: string, counter: number, challengedAtUs: number): Promise<boolean>;
    removeAllOf(userId: string): Promise<void>;
  };
}

export interface StartedSession {
  readonly sessionId: string;
  readonly token: string;
  /** Microseconds since 1970. */
  readonly expiresAtUs: number;
}

export interface SessionStart {
  readonly userId: string;
  /** `oidc:<provider>`, passkey or link. */
  readonly how: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly proof: Proof;
  /** As the user had them when it proved who it is; with others no session starts. */
  readonly roles: readonly Role[];
  readonly provider?: {
    readonly issuer: string;
    readonly subject: string;
    readonly sid: string | undefined;
    readonly idToken: string;
  };
}

export interface SignInSessions {
  start(of: SessionStart): Promise<StartedSession>;
  check(token: string, ip: string): Promise<Client | undefined> | Client | undefined;
  end(sessionId: string): Promise<unknown>;
  endAllOf(userId: string): Promise<unknown>;
  endOfProvider(of: { readonly issuer: string; readonly sid?: string; readonly subject?: string }): Promise<unknown>;
  /** After the user authenticated again: the session goes on under a new token. */
  reauthenticated(sessionId: string, proof: Proof): Promise<StartedSession>;
  /** For the logout at the provider; undefined where the session did not begin at one. */
  providerOf(sessionId: string): Promise<{ readonly how: string; readonly idToken: string } | undefined>;
}

export interface SignInDeps {
  readonly users: SignInUsers;
  readonly sessions: SignInSessions;
  readonly sessionCookie: SessionCookie;
  readonly secrets: Secrets;
  readonly providers: readonly OpenIdProvider[];
  readonly hasPasskeys: boolean;
  /** Where the browser reaches the venue, for example https://ats.example.com. */
  readonly publicUrl: () => string;
  readonly nowUs: () => number;
  /** Minutes for which a user counts as just authenticated. */
  readonly signInAgainMinutes: number;
  /** The users that the sandbox made to be tried; empty in production. */
  readonly sandboxUsers: () => Promise<readonly SignInUser[]>;
  readonly log: Logger;
  /** The lines of refused sign-ins and logouts. */
  readonly refusals: Pick<RefusalLog, 'note'>;
  /** Entries of the audit log (O3). */
  readonly audit: { add(entry: AuditedEvent): Promise<void> };
  readonly counts: { signedIn(way: string): void; refused(way: string, reason: string): void };
}
