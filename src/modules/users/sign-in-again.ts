import { type Answer, ApiError, type Call, type Method } from '../../http/methods/index.ts';
import { MINUTE_US } from '../../time/units.ts';

/** Of the operator's and the issuers' methods, those that give rights or cannot be undone (P21). */
const ALWAYS: ReadonlySet<string> = new Set([
  ...['createApiKey', 'rotateApiKey', 'revokeApiKey', 'setScopes', 'setMethodPermissions', 'setFieldPermissions'],
  ...['createUser', 'updateUser', 'inviteUser', 'approveAction', 'releaseKillSwitch', 'cancelOffering'],
  ...['removePasskey', 'removeProviderAccount'],
]);

/** The word in a refusal by which a page knows that the user must sign in again. */
const REASON = 'sign-in-again';

export interface SignInAgainOptions {
  /** SIGN_IN_AGAIN_MINUTES: how long a sign-in is good for such methods. */
  readonly minutes: number;
  readonly nowUs: () => number;
}

/**
 * The methods to serve: a user who calls a dangerous one must have signed in a few minutes ago (P21). So do calls that
 * two operators make (C81), by the same judgement of their values. Keys sign in with every call.
 */
export function signedInAgain(methods: readonly Method[], { minutes, nowUs }: SignInAgainOptions): Method[] {
  return methods.map((method) => {
    const { name, fourEyes } = method;
    if (!ALWAYS.has(name) && fourEyes === undefined) return method;
    const handler = async (call: Call): Promise<Answer> => {
      const { user } = call.client;
      const isFresh = user === undefined || nowUs() - user.authenticatedAtUs <= minutes * MINUTE_US;
      if (!isFresh && (ALWAYS.has(name) || (await isDangerous(method, call)))) throw signInAgain(method, minutes);
      return await method.handler(call);
    };
    return { ...method, handler: Object.assign(handler, { ...method.handler }) };
  });
}

async function isDangerous({ fourEyes }: Method, { values, client }: Call): Promise<boolean> {
  const judgement = typeof fourEyes === 'function' ? await fourEyes(values, client) : fourEyes === true;
  return typeof judgement === 'boolean' ? judgement : judgement.waits;
}

function signInAgain({ style }: Method, minutes: number): ApiError {
  const detail = `sign in again: this needs a sign-in of the last ${minutes} minutes`;
  return new ApiError(1403, style === 'resource' ? undefined : detail, { http: 403, fields: { reason: REASON } });
}
