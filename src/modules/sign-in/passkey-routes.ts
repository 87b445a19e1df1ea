/** Sign-in with a passkey, and its registration by a one-time link or by a user who has just signed in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../../http/auth/index.ts';
import { ApiError, refuseOtherVerbs } from '../../http/methods/index.ts';
import {
  CHALLENGE_COOKIE,
  CHALLENGE_SECONDS,
  type Challenge,
  registered,
  registrationOptions,
  relyingParty,
  requireChallenge,
  used,
  useOptions,
} from './passkeys.ts';
import { SignInRefusal } from './refusals.ts';
import { SignIn } from './sign-in.ts';
import type { OneTimeLink, SignInDeps, SignInUser } from './sign-in-deps.ts';

const OWN_PAGES = 'only the console of this host may ask for this';
const NAME_LENGTH_MAX = 60;

type Body = Readonly<Record<string, unknown>>;
type Work = (signIn: SignIn, body: Body) => Promise<object>;

export function addPasskeyRoutes(app: FastifyInstance, deps: SignInDeps, limited: { onRequest?: Limiter }): void {
  const { users, secrets } = deps;
  const party = () => relyingParty(deps.publicUrl());
  const keep = (signIn: SignIn, challenge: Omit<Challenge, 'issuedAtUs'>) => {
    const nowUs = deps.nowUs();
    const sealing = { secrets, nowUs, seconds: CHALLENGE_SECONDS, sameSite: 'strict' as const };
    signIn.cookies.seal(CHALLENGE_COOKIE, { ...challenge, issuedAtUs: nowUs }, sealing);
  };
  const answered = (signIn: SignIn, purpose: Challenge['purpose']): Challenge => {
    const kept = signIn.cookies.open<Challenge>(CHALLENGE_COOKIE, secrets, deps.nowUs());
    signIn.cookies.clear(CHALLENGE_COOKIE);
    return requireChallenge(kept, purpose);
  };
  const route = (name: string, work: Work) => addRoute(app, { path: `/console/sign-in/${name}`, deps, limited, work });

  route('passkey/options', async (signIn) => {
    const options = await useOptions(party());
    keep(signIn, { challenge: options.challenge, purpose: 'use' });
    return { options };
  });

  route('passkey', async (signIn, { response, again }) => {
    const { challenge, issuedAtUs } = answered(signIn, 'use');
    const passkey = await users.passkeys.get(idOf(response));
    if (passkey === undefined) throw new SignInRefusal('unknown-user', 'the venue knows no such passkey');
    const counter = await used(party(), response, { challenge, passkey });
    // Before the passkey is used: with other roles than these it may be removed, and no session starts (P28).
    const user = await requireUser(deps, passkey.userId);
    if (!(await users.passkeys.use(passkey.credentialId, counter, issuedAtUs))) {
      throw new SignInRefusal('expired', 'the challenge was answered before, or the counter of the passkey is old');
    }
    if (again === true) await signIn.again(user, undefined, signIn.ownProof);
    else await signIn.start(user, 'passkey', { proof: signIn.ownProof });
    return { user: shown(user) };
  });

  route('passkey/register-options', async (signIn, body) => {
    const { user, link } = await registrant(signIn, deps, body);
    const known = await users.passkeys.list(user.userId);
    const options = await registrationOptions(party(), user, link?.purpose === 'recover' ? [] : known);
    keep(signIn, { challenge: options.challenge, purpose: 'register', userId: user.userId });
    return { options, user: shown(user) };
  });

  route('passkey/register', async (signIn, body) => {
    const { challenge, userId } = answered(signIn, 'register');
    const { user, link } = await registrant(signIn, deps, body);
    if (user.userId !== userId) throw new SignInRefusal('refused', 'the challenge is of another user');
    const name = nameOf(body.name);
    const passkey = await registered(party(), body.response, { challenge, userId: user.userId, name });
    if ((await users.passkeys.get(passkey.credentialId)) !== undefined) {
      throw new SignInRefusal('refused', 'the passkey is registered already');
    }
    if (link === undefined) {
      await users.passkeys.add(passkey, user.roles);
      await signIn.record('addPasskey', user, { passkeyId: passkey.credentialId });
      return { user: shown(user) };
    }
    // Redeemed once everything else is well: a device that fails may try again.
    if ((await users.links.redeem(String(body.token))) === undefined) throw LINK_OVER();
    if (link.purpose === 'recover') await forgetBefore(deps, user);
    await users.passkeys.add(passkey, user.roles);
    await signIn.record('addPasskey', user, { passkeyId: passkey.credentialId, way: link.purpose });
    await signIn.start(user, 'passkey', { proof: signIn.ownProof });
    return { user: shown(user) };
  });
}

const LINK_OVER = () => new SignInRefusal('expired', 'the link was used before, or has ended');

/** After a recovery whoever has the lost device is out. */
async function forgetBefore({ users, sessions }: SignInDeps, { userId }: SignInUser): Promise<void> {
  await users.passkeys.removeAllOf(userId);
  await sessions.endAllOf(userId);
}

/** Who registers: the user of the link, or of a session that has just begun. Throws SignInRefusal. */
async function registrant(
  signIn: SignIn,
  deps: SignInDeps,
  { token }: Body,
): Promise<{ readonly user: SignInUser; readonly link: OneTimeLink | undefined }> {
  if (token !== undefined) {
    const link = typeof token === 'string' ? await deps.users.links.find(token) : undefined;
    if (link === undefined || link.userId === null) throw LINK_OVER();
    return { user: await requireUser(deps, link.userId), link };
  }
  const session = await signIn.current();
  if (session === undefined) throw new SignInRefusal('expired', 'there is no session');
  if (!signIn.isFresh(session)) throw new SignInRefusal('again', 'a passkey is added after a new sign-in only');
  return { user: await requireUser(deps, session.user.userId), link: undefined };
}

async function requireUser({ users }: SignInDeps, userId: string): Promise<SignInUser> {
  const user = await users.get(userId);
  if (user === undefined) throw new SignInRefusal('unknown-user', `there is no user ${userId}`);
  if (!user.active) throw new SignInRefusal('inactive', `user ${userId} is inactive`);
  return user;
}

const shown = ({ userId, name }: SignInUser) => ({ userId, name });

function idOf(response: unknown): string {
  const { id } = (response ?? {}) as { id?: unknown };
  if (typeof id !== 'string' || id.length > 1400) throw new SignInRefusal('refused', 'the response names no passkey');
  return id;
}

function nameOf(text: unknown): string {
  const name = typeof text === 'string' ? text.trim() : '';
  return name === '' ? 'Passkey' : name.slice(0, NAME_LENGTH_MAX);
}

interface Route {
  /** POST, of a page of this host alone, with a JSON object. */
  readonly path: string;
  readonly deps: SignInDeps;
  readonly limited: { onRequest?: Limiter };
  readonly work: Work;
}

/** A path that the console calls: refusals have HTTP 401 and their word. */
export function addRoute(app: FastifyInstance, { path, deps, limited, work }: Route): void {
  app.post(path, limited, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!deps.sessionCookie.isOwnPage(request.headers)) throw new ApiError(103, OWN_PAGES);
    const { body } = request;
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Map);
    const signIn = new SignIn(deps, request, reply);
    try {
      return signIn.succeed(await work(signIn, isObject ? (body as Body) : {}));
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      await signIn.recordRefusal(path.slice('/console/sign-in/'.length), error);
      throw new ApiError(103, undefined, { fields: { reason: error.word } });
    }
  });
  refuseOtherVerbs(app, path, ['POST']);
}
