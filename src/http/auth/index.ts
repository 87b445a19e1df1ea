/** Who calls: credentials, lock-out, addresses, limits of rates. */

export { addressKey, callerAddress } from './address.ts';
export { type Credentials, credentialsFromBody, credentialsFromHeader, NO_CREDENTIALS } from './authentication.ts';
export {
  AuthenticationFailures,
  CREDENTIAL_REFUSALS,
  CredentialGuard,
  type GuardOptions,
  type Verdict,
  WrongCredentials,
} from './credential-guard.ts';
export { DEFAULT_LIMITS, type HttpLimits } from './limits.ts';
export { isLoopback, isOnThisMachine } from './local-reader.ts';
export { OneTimeTokens } from './one-time-tokens.ts';
export { type ClientUsage, clientUsage, type Limiter, type Limiters, limitersOf } from './rate-limit.ts';
export { RefusalLog } from './refusal-log.ts';
export { SessionCookie } from './session-cookie.ts';
