import { Worker } from 'node:worker_threads';

type Library = typeof import('@simplewebauthn/server');
type Called =
  | 'generateRegistrationOptions'
  | 'verifyRegistrationResponse'
  | 'generateAuthenticationOptions'
  | 'verifyAuthenticationResponse';

export interface WebAuthnQuestion {
  readonly id: number;
  readonly name: Called;
  readonly options: unknown;
}

export interface WebAuthnAnswer {
  readonly id: number;
  readonly value?: unknown;
  /** What the library said when it threw. */
  readonly fault?: string;
}

interface Thread {
  readonly worker: Worker;
  readonly asked: Map<number, PromiseWithResolvers<unknown>>;
}

/** The library asks which algorithms there are, and Node warns of those that are new. */
const QUIET = ['--disable-warning=ExperimentalWarning'];

let thread: Thread | undefined;
let questions = 0;

/** Calls the library of passkeys in its thread, which the first call starts. */
export function webauthn<N extends Called>(name: N, options: Parameters<Library[N]>[0]): ReturnType<Library[N]> {
  thread ??= start();
  const id = ++questions;
  const asked = Promise.withResolvers<unknown>();
  thread.asked.set(id, asked);
  thread.worker.ref();
  thread.worker.postMessage({ id, name, options } satisfies WebAuthnQuestion);
  return asked.promise as ReturnType<Library[N]>;
}

function start(): Thread {
  const worker = new Worker(new URL('./webauthn-worker.ts', import.meta.url), { execArgv: QUIET });
  const asked: Thread['asked'] = new Map();
  worker.on('message', ({ id, value, fault }: WebAuthnAnswer) => {
    if (fault === undefined) asked.get(id)?.resolve(value);
    else asked.get(id)?.reject(new Error(fault));
    asked.delete(id);
    if (asked.size === 0) worker.unref();
  });
  const fail = (error: Error) => {
    thread = undefined;
    for (const one of asked.values()) one.reject(error);
    asked.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread of passkeys has ended')));
  return { worker, asked };
}
