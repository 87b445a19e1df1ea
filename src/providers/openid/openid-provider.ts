/** One provider of OpenID Connect: the authorisation code flow with PKCE, state and nonce, and both ways of logout. */
import type { JWTPayload } from 'jose';
import type { Configuration, IDToken } from 'openid-client';
import type { ProviderSettings } from './provider-settings.ts';
import { ProviderRefusal, refusalOf } from './refusal.ts';

/** What a sign-in that is under way needs at its end; kept by the browser, sealed. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** When it began, seconds since 1970. */
  readonly startedS: number;
  /** The user has to authenticate again, whatever session the provider has. */
  readonly again: boolean;
}

/** Who signed in, by the provider's word. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Of the session at the provider, for its logout; absent where the provider has none. */
  readonly sid: string | undefined;
  readonly idToken: string;
  /** When the user proved who it is there, seconds since 1970; absent where the provider does not say. */
  readonly authTimeS: number | undefined;
  /** The methods by which, and the class of it, where the provider says. */
  readonly amr: readonly string[];
  readonly acr: string | undefined;
  /** Only one that the provider has verified. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The session that a provider ended: by its id, or all of the subject. */
export interface SessionAtProvider {
  readonly issuer: string;
  readonly sid: string | undefined;
  readonly subject: string | undefined;
}

export interface ProviderDeps {
  /** Where the provider sends the browser back to; known once the server listens. */
  readonly redirectUri: () => string;
  /** For each request to the provider, milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
/** How far the clocks of provider and venue may differ, seconds. */
const CLOCK_TOLERANCE_S = 30;
/** A logout token is for now. */
const LOGOUT_TOKEN_AGE_S = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Those that a provider signs with its private key. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Of a session at the provider: so long that it asks nobody again, but says when the user proved who it is. */
const AGE_MAX_S = 365 * 24 * 3600;
/** The most names of methods, and the longest of them or of the class, that are kept. */
const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 100;
/** Endpoints of a provider change rarely; the last known ones are used while it does not answer. */
const DISCOVERED_FOR_MS = 60 * 60_000;

type Keys = ReturnType<typeof import('jose').createRemoteJWKSet>;

interface Discovered {
  readonly config: Configuration;
  /** undefined where the provider publishes no keys. */
  readonly keys: Keys | undefined;
  readonly atMs: number;
}

/** Loads the libraries of the providers: to be awaited at the start, as it takes longer than orders may wait. */
export async function loadOpenId(): Promise<void> {
  await Promise.all([import('openid-client'), import('jose')]);
}

export class OpenIdProvider {
  readonly settings: ProviderSettings;
  readonly #deps: ProviderDeps;
  #discovered: Discovered | undefined;
  #discovering: Promise<Discovered> | undefined;

  constructor(settings: ProviderSettings, deps: ProviderDeps) {
    this.settings = settings;
    this.#deps = deps;
  }

  /** The address at the provider that the browser goes to. Rejects with ProviderRefusal. */
  async begin(again: boolean): Promise<{ readonly url: string; readonly flow: Flow }> {
    return this.#judged(async ({ config }) => {
      const oidc = await import('openid-client');
      const flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        startedS: Math.floor(Date.now() / 1000),
        again,
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: this.#deps.redirectUri(),
        scope: this.settings.scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(AGE_MAX_S) }),
      });
      return { url: url.href, flow };
    });
  }

  /** Exchanges the code of the query that the provider sent the browser back with. Rejects with ProviderRefusal. */
  async complete(query: string, flow: Flow): Promise<ProviderIdentity> {
    return this.#judged(async ({ config }) => {
      const oidc = await import('openid-client');
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${this.#deps.redirectUri()}?${query}`), {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const token = tokens.claims() as IDToken;
      requireIssued(token);
      if (flow.again) requireFresh(token, flow.startedS);
      const info: Readonly<Record<string, unknown>> = await this.#userInfo(config, tokens.access_token, token);
      const claims = { ...info, ...token };
      // The address and whether it is verified come from the same answer.
      const { email, email_verified: isVerified } = token.email === undefined ? info : token;
      return {
        issuer: token.iss,
        subject: token.sub,
        sid: textOf(token.sid),
        idToken: tokens.id_token as string,
        ...proofOf(token),
        email: isVerified === true ? textOf(email) : undefined,
        name: textOf(claims.name),
        claims,
      };
    });
  }

  /** Where the browser ends the session at the provider; undefined where the provider has no such address. */
  async logoutAddress(idToken: string, to: string): Promise<string | undefined> {
    return this.#judged(async ({ config }) => {
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const oidc = await import('openid-client');
      return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: to }).href;
    });
  }

  /**
   * The session that a logout token ends, and the token's id (OpenID Connect Back-Channel Logout 1.0, section 2.6).
   * Rejects with ProviderRefusal.
   */
  async readLogoutToken(token: string): Promise<SessionAtProvider & { readonly jti: string }> {
    return this.#judged(async ({ config, keys }) => {
      if (keys === undefined) throw new ProviderRefusal('invalid', 'the provider publishes no keys');
      const { jwtVerify } = await import('jose');
      const { issuer } = config.serverMetadata();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: this.settings.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: LOGOUT_TOKEN_AGE_S,
        requiredClaims: ['exp', 'iat', 'jti', 'events'],
      });
      return { issuer, ...sessionOf(payload) };
    });
  }

  async #judged<T>(work: (discovered: Discovered) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#discover());
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Shared by all who wait for it; a failed one is tried again by the next. */
  async #discover(): Promise<Discovered> {
    const known = this.#discovered;
    if (known !== undefined && performance.now() - known.atMs < DISCOVERED_FOR_MS) return known;
    this.#discovering ??= this.#ask().finally(() => {
      this.#discovering = undefined;
    });
    try {
      this.#discovered = await this.#discovering;
      return this.#discovered;
    } catch (error) {
      if (known !== undefined) return known;
      throw error;
    }
  }

  async #ask(): Promise<Discovered> {
    const oidc = await import('openid-client');
    const { createRemoteJWKSet } = await import('jose');
    const { issuer, clientId, clientSecret } = this.settings;
    const { timeoutMs = TIMEOUT_MS } = this.#deps;
    // The signature of an ID token is checked although it comes from the provider itself: a proxy may be in between.
    const execute = [oidc.enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
    const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    const config = await oidc.discovery(issuer, clientId, metadata, authentication, {
      execute,
      timeout: timeoutMs / 1000,
    });
    const address = config.serverMetadata().jwks_uri;
    const keys =
      address === undefined ? undefined : createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs });
    return { config, keys, atMs: performance.now() };
  }

  /** Many providers give the claims of a person at another address than those of the sign-in. */
  async #userInfo(config: Configuration, accessToken: string, token: IDToken) {
    const { roles, client } = this.settings;
    const wanted = ['email', 'name', ...[roles, client].flatMap((one) => (one === undefined ? [] : [one.claim]))];
    const hasAll = wanted.every((claim) => token[claim] !== undefined);
    if (hasAll || config.serverMetadata().userinfo_endpoint === undefined) return {};
    const oidc = await import('openid-client');
    return oidc.fetchUserInfo(config, accessToken, token.sub);
  }
}

/** The library accepts a token of the future. */
function requireIssued({ iat }: IDToken): void {
  if (iat <= Date.now() / 1000 + CLOCK_TOLERANCE_S) return;
  throw new ProviderRefusal('invalid', 'the provider issued the token in the future');
}

function requireFresh({ auth_time: authenticatedS }: IDToken, startedS: number): void {
  if (typeof authenticatedS === 'number' && authenticatedS >= startedS - CLOCK_TOLERANCE_S) return;
  throw new ProviderRefusal('invalid', 'the provider did not authenticate the user again');
}

/** A time in the future is now: the clock of the provider is ahead. */
function proofOf({ auth_time: at, amr, acr }: IDToken): Pick<ProviderIdentity, 'authTimeS' | 'amr' | 'acr'> {
  const names = [amr].flat().flatMap((name) => textOf(name) ?? []);
  return {
    authTimeS: at === undefined ? undefined : Math.min(at, Math.floor(Date.now() / 1000)),
    amr: names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX)),
    acr: textOf(acr)?.slice(0, NAME_LENGTH_MAX),
  };
}

function sessionOf(payload: JWTPayload): Omit<SessionAtProvider, 'issuer'> & { readonly jti: string } {
  const { jti, sub: subject, sid, events } = payload as JWTPayload & { sid?: unknown; events?: unknown };
  const event = (events as Readonly<Record<string, unknown>> | null)?.[LOGOUT_EVENT];
  if (typeof event !== 'object' || event === null) throw new ProviderRefusal('invalid', 'it is no logout token');
  if (payload.nonce !== undefined) throw new ProviderRefusal('invalid', 'a logout token has no nonce');
  const id = textOf(jti);
  if (id === undefined) throw new ProviderRefusal('invalid', 'the id of the logout token is no text');
  const of = { jti: id, subject: textOf(subject), sid: textOf(sid) };
  if (of.subject === undefined && of.sid === undefined) {
    throw new ProviderRefusal('invalid', 'the logout token names neither a session nor a subject');
  }
  return of;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
