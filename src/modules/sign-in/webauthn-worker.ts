/** A thread that has the library of passkeys: loading it takes the main thread longer than orders may wait. */
import { parentPort } from 'node:worker_threads';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { WebAuthnAnswer, WebAuthnQuestion } from './webauthn-thread.ts';

const library = {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
};

parentPort?.on('message', async ({ id, name, options }: WebAuthnQuestion) => {
  const answer: WebAuthnAnswer = await (library[name] as (options: unknown) => Promise<unknown>)(options).then(
    (value) => ({ id, value }),
    (error: Error) => ({ id, fault: error.message }),
  );
  parentPort?.postMessage(answer);
});
