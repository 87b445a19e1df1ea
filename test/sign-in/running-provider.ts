/** A real provider of OpenID Connect on this machine, which answers rightly until a test makes it lie. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly org?: string;
}

export type Lie = (claims: JWTPayload, keys: RunningProvider) => Promise<string>;

export const CLIENT_ID = 'openats';
export const CLIENT_SECRET = 'a-secret-of-the-client-0123456789';

export class RunningProvider {
  readonly issuer: string;
  readonly server: Server;
  readonly accounts = new Map<string, Account>();
  /** Who signs in where the venue's request does not say. */
  account = 'alice';
  /** Of the next ID tokens. */
  lie: Lie | undefined;
  /** Requests wait until it resolves. */
  slow: Promise<void> | undefined;
  #handler: ReturnType<Provider['callback']> = () => {};
  #provider: Provider | undefined;
  #key: CryptoKey | undefined;
  #kid = '';

  private constructor(server: Server) {
    this.server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param publicUrl of the venue */
  static async start(publicUrl: string, name = 'corporate'): Promise<RunningProvider> {
    const server = createServer((request, response) => void running.#answer(request, response));
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    const running = new RunningProvider(server);
    await running.#make(publicUrl, name);
    return running;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(...[request, response]: Parameters<ReturnType<Provider['callback']>>): Promise<void> {
    await this.slow;
    this.#handler(request, response);
  }

  /** The same provider with a new key, which has a new id. */
  async #make(publicUrl: string, name: string): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#key = privateKey;
    this.#kid = `key-${Math.random()}`;
    const jwk = { ...(await exportJWK(privateKey)), kid: this.#kid, alg: 'RS256', use: 'sig' };
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${publicUrl}/console/sign-in/oidc/${name}/callback`],
          post_logout_redirect_uris: [`${publicUrl}/console`],
          backchannel_logout_uri: `${publicUrl}/console/sign-in/oidc/${name}/back-channel`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key of cookies'] },
      // The venue of the tests is on this machine, which the provider would otherwise not send to.
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      claims: { email: ['email', 'email_verified'], profile: ['name', 'groups', 'org'] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...this.accounts.get(id) }),
      }),
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) => {
        const { clientId } = oidc.client;
        const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      if (context.path.startsWith('/interaction/')) {
        const { params } = await provider.interactionDetails(context.req, context.res);
        context.respond = false;
        const result = { login: { accountId: params.login_hint ?? this.account } };
        return provider.interactionFinished(context.req, context.res, result);
      }
      await next();
      const answer = context.body as { id_token?: string } | undefined;
      if (this.lie !== undefined && context.path === '/token' && answer?.id_token !== undefined) {
        context.body = { ...answer, id_token: await this.lie(decodeJwt(answer.id_token), this) };
      }
    });
    this.#provider = provider;
    this.#handler = provider.callback();
  }

  /** As the provider signs its tokens, unless the header says otherwise. */
  sign(claims: JWTPayload, header: { readonly kid?: string; readonly typ?: string } = {}): Promise<string> {
    const signer = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: this.#kid, ...header });
    return signer.sign(this.#key as CryptoKey);
  }

  /** A new key takes the place of the old one. */
  rotateKeys(publicUrl: string, name = 'corporate'): Promise<void> {
    return this.#make(publicUrl, name);
  }

  /** Sends a logout token to the venue, as when an administrator ends a session. */
  async endSession(subject: string, sid: string): Promise<void> {
    const client = await (this.#provider as Provider).Client.find(CLIENT_ID);
    await client.backchannelLogout(subject, sid);
  }
}
