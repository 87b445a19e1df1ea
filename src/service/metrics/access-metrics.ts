import { Counter, type Registry } from 'prom-client';
import { CREDENTIAL_REFUSALS, type GuardOptions } from '../../http/auth/index.ts';
import type { SignInDeps } from '../../modules/sign-in/index.ts';

/** Counts refused credentials, of calls and of streams. Calls without rights are requests with the code 111 or 1403. */
export function addCredentialMetrics(registry: Registry): NonNullable<GuardOptions['onRefused']> {
  const refused = new Counter({
    name: 'openats_credentials_refused_total',
    help: 'Refused credentials by reason: missing, key, session, locked-out',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of CREDENTIAL_REFUSALS) refused.inc({ reason }, 0);
  return (reason) => refused.inc({ reason });
}

/** Counts sign-ins. The ways and the reasons are words of the program and names of the settings. */
export function addSignInMetrics(registry: Registry, ways: readonly string[]): SignInDeps['counts'] {
  const signedIn = new Counter({
    name: 'openats_sign_ins_total',
    help: 'Sign-ins of users by way',
    labelNames: ['way'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'openats_sign_ins_refused_total',
    help: 'Refused sign-ins and registrations of passkeys by way and reason',
    labelNames: ['way', 'reason'],
    registers: [registry],
  });
  for (const way of ways) {
    signedIn.inc({ way }, 0);
    refused.inc({ way, reason: 'refused' }, 0);
  }
  return { signedIn: (way) => signedIn.inc({ way }), refused: (way, reason) => refused.inc({ way, reason }) };
}
