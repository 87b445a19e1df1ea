/** The ways in, the link of the sandbox, and the way out. */
import type { FastifyInstance } from 'fastify';
import type { Limiter } from '../../http/auth/index.ts';
import { refuseOtherVerbs } from '../../http/methods/index.ts';
import { ProviderRefusal } from '../../providers/openid/index.ts';
import { addRoute } from './passkey-routes.ts';
import { SignInRefusal } from './refusals.ts';
import { SignIn } from './sign-in.ts';
import type { SignInDeps, SignInUser } from './sign-in-deps.ts';

const WAYS = '/console/sign-in/ways';
/** Of a browser that opened the sandbox's link: it may try any of its users. */
const SANDBOX = 'openats-sandbox';
const SANDBOX_SECONDS = 12 * 60 * 60;

export function addSessionRoutes(app: FastifyInstance, deps: SignInDeps, limited: { onRequest?: Limiter }): void {
  const { users, secrets } = deps;
  const mayTry = (signIn: SignIn) => signIn.cookies.open<true>(SANDBOX, secrets, deps.nowUs()) === true;
  app.get(WAYS, limited, async (request, reply) => {
    const signIn = new SignIn(deps, request, reply);
    const tried = mayTry(signIn) ? await deps.sandboxUsers() : [];
    return signIn.succeed({
      providers: deps.providers.map(({ settings: { name, title } }) => ({ name, title })),
      passkeys: deps.hasPasskeys,
      sandboxUsers: tried.map(shown),
      // No script can read the cookie: the page asks here whether it has one.
      hasSession: (await signIn.current()) !== undefined,
    });
  });
  refuseOtherVerbs(app, WAYS, ['GET']);
  const route = (name: string, work: Parameters<typeof addRoute>[1]['work']) =>
    addRoute(app, { path: `/console/sign-in/${name}`, deps, limited, work });

  // With a token: the link is redeemed, and the browser may choose. With a user: it has chosen.
  route('link', async (signIn, { token, userId, again }) => {
    if (token !== undefined) {
      const link = typeof token === 'string' ? await deps.users.links.find(token) : undefined;
      const isRedeemed = link?.purpose === 'sandbox' && (await users.links.redeem(String(token))) !== undefined;
      if (!isRedeemed) throw new SignInRefusal('expired', 'the link was used before, or has ended');
      const sealing = { secrets, nowUs: deps.nowUs(), seconds: SANDBOX_SECONDS, sameSite: 'strict' as const };
      signIn.cookies.seal(SANDBOX, true, sealing);
      return { sandboxUsers: (await deps.sandboxUsers()).map(shown) };
    }
    if (!mayTry(signIn)) throw new SignInRefusal('expired', 'this browser has not opened the link of the sandbox');
    const user = (await deps.sandboxUsers()).find((one) => one.userId === userId);
    if (user === undefined) throw new SignInRefusal('unknown-user', 'the sandbox has no such user');
    if (again === true) await signIn.again(user, undefined, signIn.ownProof);
    else await signIn.start(user, 'link', { proof: signIn.ownProof });
    return { user: shown(user) };
  });

  route('out', async (signIn) => {
    const session = await signIn.current();
    signIn.cookies.clearSession();
    if (session === undefined) return {};
    const { sessionId } = session.user;
    const logout = await logoutAddress(deps, sessionId);
    await deps.sessions.end(sessionId);
    await signIn.record('signOut', { ...session, ...session.user });
    deps.log.info({ requestId: signIn.request.id, userId: session.user.userId }, 'signed out');
    return logout === undefined ? {} : { logout };
  });
}

/** Where the browser ends its session at the provider, too; an unavailable provider keeps nobody signed in here. */
async function logoutAddress(deps: SignInDeps, sessionId: string): Promise<string | undefined> {
  const began = await deps.sessions.providerOf(sessionId);
  const provider = deps.providers.find(({ settings }) => `oidc:${settings.name}` === began?.how);
  if (began === undefined || provider === undefined) return undefined;
  try {
    return await provider.logoutAddress(began.idToken, `${deps.publicUrl()}/console`);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    deps.log.warn({ provider: provider.settings.name, reason: error.message }, 'no logout at the provider');
    return undefined;
  }
}

const shown = ({ userId, name, roles }: SignInUser) => ({ userId, name, roles });
