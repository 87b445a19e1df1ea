/** Sign-in of users of the console: at a provider of OpenID Connect, with a passkey, by a one-time link. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Limiters } from '../../http/auth/index.ts';
import { withoutMark } from '../../http/parameters/index.ts';
import { addPasskeyRoutes } from './passkey-routes.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { addSessionRoutes } from './session-routes.ts';
import type { SignInDeps } from './sign-in-deps.ts';

export type { SignInDeps, SignInUser } from './sign-in-deps.ts';

/** A response of a device has 1 to 3 kB, a logout token as much. */
const BODY_BYTES_MAX = 16 * 1024;

/** The paths below /console/sign-in of docs/operate/users.md. */
export function signInPlugin(
  deps: SignInDeps,
): (app: FastifyInstance, limiters: Pick<Limiters, 'pageReader'>) => Promise<void> {
  return async (app, { pageReader }) => {
    await app.register(cookie);
    app.removeAllContentTypeParsers();
    const bounded = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const;
    app.addContentTypeParser('application/json', bounded, (_request, text, done) => done(null, parsed(String(text))));
    app.addContentTypeParser('application/x-www-form-urlencoded', bounded, (_request, text, done) =>
      done(null, new Map(new URLSearchParams(String(text)))),
    );
    const limited = pageReader === undefined ? {} : { onRequest: pageReader };
    addSessionRoutes(app, deps, limited);
    addProviderRoutes(app, deps, limited);
    if (deps.hasPasskeys) addPasskeyRoutes(app, deps, limited);
  };
}

/** Text that is no JSON is no object: the path says what it needs. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}
