/** The caller of a request, as the authenticator knows it. */
export interface Client {
  readonly clientId: string;
  /** The parent client (its own id when it is one): webhook tokens belong to it. */
  readonly parentId: string;
  readonly name: string;
  /** Of the key; absent where no key called, as of an approved action. */
  readonly keyId?: string;
  /** The user who made the key; absent where nobody is known to have made it, and where no key called. */
  readonly madeBy?: string | undefined;
  /** The user who answers for the key since its maker has left (P27); absent: its maker. */
  readonly handedTo?: string | undefined;
  /** When the key ends by itself, in microseconds since 1970; absent: it does not. */
  readonly endsAtUs?: number | undefined;
  /** The person who works in the console; absent where a key called. */
  readonly user?: SignedIn;
  /** A master key reads all clients and may call operator methods. */
  readonly master: boolean;
  /** Granted scopes, for example account.read.pii_high. */
  readonly scopes: ReadonlySet<string>;
  /** Methods that this key may not call (111) and `<method>.<field>` that it may not use (110); empty for a new key. */
  readonly deniedMethods: ReadonlySet<string>;
  /** Field permissions, `<method>.<field>`: a parameter marked requiredByPermission is enforced only with it. */
  readonly fieldPermissions: ReadonlySet<string>;
}

/** A user and the session in which it calls. */
interface SignedIn {
  readonly userId: string;
  /** Empty of an approved action. */
  readonly sessionId: string;
  /** When the user last proved who it is, in microseconds since 1970. */
  readonly authenticatedAtUs: number;
}

/** The user of a call, as the venue's commands name it; nothing of a call with an API key. */
export function callerOf({ clientId, user }: Client) {
  return user === undefined ? {} : { user: { userId: user.userId, clientId } };
}

type Person = Pick<Client, 'user' | 'madeBy' | 'handedTo'>;

/** Who calls: the user, or who answers for the key; undefined: not known. */
export function personOf({ user, madeBy, handedTo }: Person): string | undefined {
  return user?.userId ?? handedTo ?? madeBy;
}

/** Everybody who may be the one who calls: the maker of a key that was handed over has seen it, too. */
export function peopleOf({ user, madeBy, handedTo }: Person): readonly string[] {
  return [user?.userId ?? [madeBy ?? [], handedTo ?? []]].flat(2);
}

/** Finds the client of a pair of credentials, in time that does not reveal whether the id or the key was wrong. */
export interface Authenticator {
  authenticate(clientId: string, developerApiKey: string): Client | undefined | Promise<Client | undefined>;
  /** The client of credentials that were right a moment ago, as far as it is cached; no lookup. */
  cached?(clientId: string, developerApiKey: string): Client | undefined;
  /**
   * A client that was authenticated earlier, with what its key may do now; undefined when the key, its client or the
   * parent client has ended. For connections that stay.
   */
  renew?(client: Client): Client | undefined | Promise<Client | undefined>;
}

/** Finds the user of a session. */
export interface SessionChecks {
  /** undefined: there is no such session, or it is over. isUse: a person asked, so that the session is not idle. */
  check(token: string, ip: string, isUse: boolean): Client | undefined | Promise<Client | undefined>;
  /** Whether the token was valid a moment ago, as far as this process knows; no lookup. */
  wasValid?(token: string): boolean;
  /** As Authenticator.renew, for the caller of a session. */
  renew(client: Client): Client | undefined | Promise<Client | undefined>;
}

/** Called for every call with valid credentials. */
export interface CallCounter {
  count(clientId: string): void;
}
