/** Sign-in at a provider of OpenID Connect: the way there and back, and the end of a session by its word. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withChanges } from '../../database/queries/index.ts';
import { AuthenticationFailures, addressKey, callerAddress, type Limiter } from '../../http/auth/index.ts';
import { ApiError, RefusalWithHeaders, refuseOtherVerbs } from '../../http/methods/index.ts';
import { type Flow, type OpenIdProvider, ProviderRefusal } from '../../providers/openid/index.ts';
import { SECOND_US } from '../../time/units.ts';
import { admissionOf, admitted } from './provider-user.ts';
import { SignInRefusal } from './refusals.ts';
import { returnPath } from './return-path.ts';
import { SignIn } from './sign-in.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** A user reads mail for a code, or looks for a device. */
const FLOW_SECONDS = 600;
const FLOW = 'openats-flow';
const QUERY_LENGTH_MAX = 8192;
/** Of one address in a minute: each costs the check of a signature. A provider may send any number of good ones. */
const REFUSED_LOGOUTS_MAX = 30;
const ADDRESSES_MAX = 10_000;

/** What the browser keeps, sealed, until it comes back. */
interface Kept {
  readonly provider: string;
  readonly flow: Flow;
  readonly to: string;
  /** The session whose user authenticates again; absent: a new one. */
  readonly sessionId?: string;
}

export function addProviderRoutes(app: FastifyInstance, deps: SignInDeps, limited: { onRequest?: Limiter }): void {
  const { secrets } = deps;
  const providers = new Map(deps.providers.map((provider) => [provider.settings.name, provider]));
  const providerOf = (request: FastifyRequest): OpenIdProvider => {
    const provider = providers.get((request.params as { name: string }).name);
    if (provider === undefined) throw new ApiError(404, undefined, { http: 404 });
    return provider;
  };
  const paths = {
    begin: '/console/sign-in/oidc/:name',
    callback: '/console/sign-in/oidc/:name/callback',
    backChannel: '/console/sign-in/oidc/:name/back-channel',
  };
  app.get(paths.begin, limited, async (request, reply) => {
    const provider = providerOf(request);
    const signIn = new SignIn(deps, request, reply);
    const query = request.query as Readonly<Record<string, unknown>>;
    const to = returnPath(query.to);
    try {
      const session = query.again === '1' ? await signIn.current() : undefined;
      const { url, flow } = await provider.begin(session !== undefined);
      const kept = {
        provider: provider.settings.name,
        flow,
        to,
        ...(session && { sessionId: session.user.sessionId }),
      };
      const nowUs = deps.nowUs();
      signIn.cookies.seal(FLOW, kept, { secrets, nowUs, seconds: FLOW_SECONDS, sameSite: 'lax' });
      return reply.redirect(url, 303);
    } catch (error) {
      return refused(signIn, provider, error, { root: '../../../', to });
    }
  });
  app.get(paths.callback, limited, async (request, reply) => {
    const provider = providerOf(request);
    const signIn = new SignIn(deps, request, reply);
    const kept = signIn.cookies.open<Kept>(FLOW, secrets, deps.nowUs());
    signIn.cookies.clear(FLOW);
    const root = '../../../../';
    try {
      // The entry of the sign-in names what the claims changed.
      await withChanges(() => complete(signIn, { deps, provider, kept, query: queryOf(request) }));
      return reply.redirect(root + (kept?.to ?? '/console').slice(1), 303);
    } catch (error) {
      return refused(signIn, provider, error, { root, to: kept?.to });
    }
  });
  addBackChannel(app, deps, { path: paths.backChannel, providerOf });
  refuseOtherVerbs(app, paths.begin, ['GET']);
  refuseOtherVerbs(app, paths.callback, ['GET']);
}

/** A provider ends sessions with a logout token (P20). */
function addBackChannel(
  app: FastifyInstance,
  deps: SignInDeps,
  { path, providerOf }: { readonly path: string; readonly providerOf: (request: FastifyRequest) => OpenIdProvider },
): void {
  const refusedLogouts = new AuthenticationFailures({
    failuresMax: REFUSED_LOGOUTS_MAX,
    namesMax: ADDRESSES_MAX,
    nowMs: () => performance.now(),
  });
  app.post(path, async (request, reply) => {
    const provider = providerOf(request);
    const address = callerAddress(request);
    const secondsToWait = refusedLogouts.secondsToWait(addressKey(address));
    if (secondsToWait > 0) throw new RefusalWithHeaders(429, { 'retry-after': String(secondsToWait) });
    const token = request.body instanceof Map ? request.body.get('logout_token') : undefined;
    void reply.header('cache-control', 'no-store');
    try {
      if (typeof token !== 'string') throw new ProviderRefusal('invalid', 'the request has no logout_token');
      const { issuer, sid, subject, jti } = await provider.readLogoutToken(token);
      const { name } = provider.settings;
      const use = `logout ${name} ${jti}`;
      // A provider that did not get our answer sends the same again; sessions that began since go on.
      if (await deps.users.links.wasUsed(use)) return reply.code(200).send();
      // The id of a session there names it alone; without one all sessions of the subject end.
      await deps.sessions.endOfProvider({
        issuer,
        ...(sid === undefined ? { subject: subject as string } : { sid }),
      });
      await deps.audit.add({
        ...{ method: 'endSessionsOfProvider', by: { clientId: '' }, records: { way: `oidc:${name}` } },
        call: { ip: address, requestId: request.id },
      });
      // Not before: where the sessions could not be ended, the next try ends them.
      await deps.users.links.noteUse(use, `oidc:${name}`);
      deps.log.info({ requestId: request.id, provider: name }, 'sessions ended by the provider');
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      refusedLogouts.count(addressKey(address));
      const refusal = { provider: provider.settings.name, reason: error.message, address };
      deps.refusals.note(Object.values(refusal).join(' '), refusal, 'logout refused', { requestId: request.id });
      return reply.code(400).type('application/json').send('{"error":"invalid_request"}');
    }
  });
  refuseOtherVerbs(app, path, ['POST']);
}

interface Completion {
  readonly deps: SignInDeps;
  readonly provider: OpenIdProvider;
  readonly kept: Kept | undefined;
  readonly query: string;
}

async function complete(signIn: SignIn, { deps, provider, kept, query }: Completion): Promise<void> {
  const { name } = provider.settings;
  // A link that somebody else made leads here too: only the browser that began may end its sign-in.
  if (kept === undefined || kept.provider !== name) {
    throw new SignInRefusal('expired', 'this browser has no sign-in at this provider under way');
  }
  const identity = await provider.complete(query, kept.flow);
  const admission = await admissionOf(deps.users, provider.settings, identity);
  const known = 'userId' in admission.user ? admission.user.userId : undefined;
  if (kept.sessionId !== undefined) await signIn.requireOwn(known, kept.sessionId);
  const user = await admitted(deps.users, admission);
  const { issuer, subject, sid, idToken, authTimeS, amr, acr } = identity;
  const proof = { atUs: authTimeS && authTimeS * SECOND_US, amr, acr };
  if (kept.sessionId !== undefined) return signIn.again(user, kept.sessionId, proof);
  await signIn.start(user, `oidc:${name}`, { proof, provider: { issuer, subject, sid, idToken } });
}

function queryOf({ raw }: FastifyRequest): string {
  const [, query = ''] = (raw.url ?? '').split(/\?(.*)/s);
  return query.slice(0, QUERY_LENGTH_MAX);
}

/** Back to the console, which says why in words. */
async function refused(
  signIn: SignIn,
  { settings }: OpenIdProvider,
  error: unknown,
  { root, to = '/console' }: { readonly root: string; readonly to?: string | undefined },
) {
  const refusal = error instanceof ProviderRefusal ? ofProvider(error) : error;
  if (!(refusal instanceof SignInRefusal)) throw error;
  await signIn.recordRefusal(`oidc:${settings.name}`, refusal);
  const [path = ''] = to.split('?');
  const query = new URLSearchParams({ 'sign-in': refusal.word, by: settings.name });
  return signIn.reply.redirect(`${root}${path.slice(1)}?${query}`, 303);
}

function ofProvider({ kind, message }: ProviderRefusal): SignInRefusal {
  return new SignInRefusal(kind === 'invalid' ? 'refused' : kind, message);
}
