/** Passkeys (WebAuthn): ceremonies of registration and sign-in, each with a challenge that is good once. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { SignInRefusal } from './refusals.ts';
import type { Passkey, SignInUser } from './sign-in-deps.ts';
import { webauthn } from './webauthn-thread.ts';

export const CHALLENGE_SECONDS = 300;
export const CHALLENGE_COOKIE = 'openats-challenge';

/** What the browser keeps, sealed: nobody else can answer its challenge. */
export interface Challenge {
  readonly challenge: string;
  readonly purpose: 'use' | 'register';
  /** Whose passkey is registered; absent at a sign-in. */
  readonly userId?: string | undefined;
  /** Microseconds since 1970. */
  readonly issuedAtUs: number;
}

/** The names under which a passkey is bound to the venue. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Passkeys belong to the name of the public address; a browser takes no IP address as one. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, protocol, port } = new URL(publicUrl);
  const name = /^(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/.test(hostname) ? 'localhost' : hostname;
  return { id: name, origin: `${protocol}//${name}${port === '' ? '' : `:${port}`}` };
}

/** Throws SignInRefusal where the browser has no challenge for the purpose. */
export function requireChallenge(kept: Challenge | undefined, purpose: Challenge['purpose']): Challenge {
  if (kept?.purpose === purpose) return kept;
  throw new SignInRefusal('expired', 'this browser has no challenge');
}

export async function registrationOptions(party: RelyingParty, user: SignInUser, known: readonly Passkey[]) {
  return webauthn('generateRegistrationOptions', {
    rpName: 'OpenATS',
    rpID: party.id,
    userID: new TextEncoder().encode(user.userId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
    // The passkey names its user by itself, and the device asks who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The passkey that a device made. Throws SignInRefusal. */
export async function registered(
  party: RelyingParty,
  response: unknown,
  of: { readonly challenge: string; readonly userId: string; readonly name: string },
): Promise<Passkey> {
  const { registrationInfo } = await verified(response, () =>
    webauthn('verifyRegistrationResponse', {
      response: response as RegistrationResponseJSON,
      expectedChallenge: of.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw new SignInRefusal('refused', 'the passkey could not be verified');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    credentialId: id,
    userId: of.userId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    name: of.name,
  };
}

export async function useOptions(party: RelyingParty) {
  return webauthn('generateAuthenticationOptions', { rpID: party.id, userVerification: 'required' });
}

/** The counter after the use. Throws SignInRefusal, also where the counter did not go up. */
export async function used(
  party: RelyingParty,
  response: unknown,
  of: { readonly challenge: string; readonly passkey: Passkey },
): Promise<number> {
  const { passkey } = of;
  requireOwner(response, passkey);
  const { verified: isVerified, authenticationInfo } = await verified(response, () =>
    webauthn('verifyAuthenticationResponse', {
      response: response as AuthenticationResponseJSON,
      expectedChallenge: of.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (!isVerified) throw new SignInRefusal('refused', 'the signature of the passkey is not valid');
  return authenticationInfo.newCounter;
}

/** The device says whose passkey it used. */
function requireOwner(response: unknown, { userId }: Passkey): void {
  const { userHandle } = ((response ?? {}) as { response?: { userHandle?: unknown } }).response ?? {};
  if (typeof userHandle !== 'string' || Buffer.from(userHandle, 'base64url').toString() !== userId) {
    throw new SignInRefusal('refused', 'the passkey names another user');
  }
}

/**
 * The console has no frame of another site. The library accepts one whose browser names no top origin. Called once the
 * library has read the text.
 */
function requireTopFrame(response: unknown): void {
  const { clientDataJSON } = (response as AuthenticationResponseJSON | RegistrationResponseJSON).response;
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  if (crossOrigin === undefined || crossOrigin === false) return;
  throw new SignInRefusal('refused', 'a frame of another site asked the device');
}

/** The library throws an Error with a sentence for each fault; some have values of the request in quotes. */
async function verified<T>(response: unknown, check: () => Promise<T>): Promise<T> {
  try {
    const result = await check();
    requireTopFrame(response);
    return result;
  } catch (error) {
    if (error instanceof SignInRefusal) throw error;
    const reason = error instanceof Error ? error.message.replaceAll(/"[^"]*"/g, '"…"').slice(0, 200) : 'malformed';
    throw new SignInRefusal('refused', reason);
  }
}
