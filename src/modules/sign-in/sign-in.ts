/** What every way to sign in shares: the check of the page that asks, and the start of a session. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress } from '../../http/auth/index.ts';
import { type Client, JSON_TYPE, sentRequestId } from '../../http/methods/index.ts';
import { MINUTE_US } from '../../time/units.ts';
import type { Proof } from '../users/index.ts';
import { Cookies } from './cookies.ts';
import { SignInRefusal } from './refusals.ts';
import type { SessionStart, SignInDeps, SignInUser } from './sign-in-deps.ts';

const USER_AGENT_LENGTH_MAX = 300;

export class SignIn {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly cookies: Cookies;
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps, request: FastifyRequest, reply: FastifyReply) {
    this.#deps = deps;
    this.request = request;
    this.reply = reply;
    this.cookies = new Cookies(request, reply, deps.sessionCookie);
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  }

  /** The user of the session cookie, if it has a session. */
  async current(): Promise<(Client & { readonly user: NonNullable<Client['user']> }) | undefined> {
    const token = this.cookies.session;
    if (token === undefined) return undefined;
    const client = await this.#deps.sessions.check(token, callerAddress(this.request));
    return client?.user === undefined ? undefined : { ...client, user: client.user };
  }

  /**
   * A new session under a new token, which nobody can have planted; one that the browser had ends. The user was found
   * active. Throws where it is inactive or has other roles by now.
   */
  async start(user: SignInUser, how: string, of: Pick<SessionStart, 'proof' | 'provider'>): Promise<void> {
    const before = await this.current();
    const userAgent = String(this.request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
    const ip = callerAddress(this.request);
    const { sessions } = this.#deps;
    const started = await sessions.start({ userId: user.userId, roles: user.roles, how, ip, userAgent, ...of });
    if (before !== undefined) await sessions.end(before.user.sessionId);
    this.cookies.setSession(started);
    await this.record('signIn', { ...user, sessionId: started.sessionId }, { way: how });
    this.#deps.counts.signedIn(how);
    this.#deps.log.info({ requestId: this.request.id, userId: user.userId, how }, 'signed in');
  }

  /** The entry of the audit log. @param of the user; its session where it has one */
  record(
    method: string,
    of: Pick<SignInUser, 'userId' | 'clientId'> & { readonly sessionId?: string },
    records: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { clientId, userId, sessionId } = of;
    const all = { userId, ...(sessionId !== undefined && { sessionId }), ...records };
    return this.#deps.audit.add({ method, by: { clientId, userId, sessionId }, call: this.#call, records: all });
  }

  get #call() {
    const { id: requestId, headers } = this.request;
    return { ip: callerAddress(this.request), requestId, sentRequestId: sentRequestId(headers) };
  }

  /** Of a ceremony of the venue itself, which has just ended. */
  get ownProof(): Proof {
    return { atUs: this.#deps.nowUs() };
  }

  /** The user of the session has authenticated again. Throws SignInRefusal where it was somebody else. */
  async again(user: SignInUser, sessionId: string | undefined, proof: Proof): Promise<void> {
    const before = await this.requireOwn(user.userId, sessionId);
    const started = await this.#deps.sessions.reauthenticated(before.user.sessionId, proof);
    this.cookies.setSession(started);
    await this.record('signInAgain', { ...user, sessionId: started.sessionId });
    this.#deps.log.info({ requestId: this.request.id, userId: user.userId }, 'signed in again');
  }

  /** The session of the browser. Throws SignInRefusal where it is not of the user; undefined: a new one. */
  async requireOwn(userId: string | undefined, sessionId: string | undefined) {
    const before = await this.current();
    if (before === undefined || (sessionId !== undefined && before.user.sessionId !== sessionId)) {
      throw new SignInRefusal('expired', 'the session ended before its user authenticated again');
    }
    if (before.user.userId !== userId) {
      const who = userId ?? 'without a record';
      throw new SignInRefusal('other-user', `user ${who} authenticated in a session of ${before.user.userId}`);
    }
    return before;
  }

  /** Whether the user of a session authenticated so recently that it may change how it signs in. */
  isFresh({ user }: { readonly user: NonNullable<Client['user']> }): boolean {
    return this.#deps.nowUs() - user.authenticatedAtUs <= this.#deps.signInAgainMinutes * MINUTE_US;
  }

  succeed(fields: object = {}): FastifyReply {
    return this.reply.type(JSON_TYPE).send(JSON.stringify({ statusCode: '101', statusDesc: 'Ok', ...fields }));
  }

  /** Anybody can be refused: the audit log has no more of them than the log. */
  async recordRefusal(way: string, { word, message }: SignInRefusal): Promise<void> {
    const { audit, counts, refusals } = this.#deps;
    counts.refused(way, word);
    const refusal = { way, refusal: word, reason: message, address: callerAddress(this.request) };
    const request = { requestId: this.request.id };
    if (!refusals.note(Object.values(refusal).join(' '), refusal, 'sign-in refused', request)) return;
    const entry = { by: { clientId: '' }, call: this.#call, records: { way, reason: word } };
    await audit.add({ method: 'signIn', ...entry, outcome: 'Refused', statusCode: 103 });
  }
}
