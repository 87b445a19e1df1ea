import { type Answer, ApiError, type Call, type Method } from '../../http/methods/index.ts';
import { MINUTE_US } from '../../time/units.ts';

/** The word in a refusal by which a page knows that the user must sign in again. */
const REASON = 'sign-in-again';

export interface SignInAgainDeps {
  /** SIGN_IN_AGAIN_MINUTES: how long a sign-in is good for such methods. */
  readonly minutes: number;
  readonly nowUs: () => number;
}

/**
 * The methods to serve: a user who calls a dangerous one must have signed in a few minutes ago (P21). So do calls that
 * two operators make (C81), by the same judgement of their values. Keys sign in with every call.
 */
export function signedInAgain(methods: readonly Method[], { minutes, nowUs }: SignInAgainDeps): Method[] {
  return methods.map((method) => {
    if (method.signInAgain === undefined && method.fourEyes === undefined) return method;
    const handler = async (call: Call): Promise<Answer> => {
      const { user } = call.client;
      const isFresh = user === undefined || nowUs() - user.authenticatedAtUs <= minutes * MINUTE_US;
      if (!isFresh && (await isDangerous(method, call))) throw await question(method, call, minutes);
      return await method.handler(call);
    };
    return { ...method, handler: Object.assign(handler, { ...method.handler }) };
  });
}

async function isDangerous({ signInAgain, fourEyes }: Method, { values, client }: Call): Promise<boolean> {
  if (typeof signInAgain === 'function' ? signInAgain(values) : signInAgain === true) return true;
  const judgement = typeof fourEyes === 'function' ? await fourEyes(values, client) : fourEyes === true;
  return typeof judgement === 'boolean' ? judgement : judgement.waits;
}

async function question({ style, amount }: Method, { values, client }: Call, minutes: number): Promise<ApiError> {
  const detail = `sign in again: this needs a sign-in of the last ${minutes} minutes`;
  const fields = { reason: REASON, amount: await amount?.(values, client) };
  return new ApiError(1403, style === 'resource' ? undefined : detail, { http: 403, fields });
}
