/**
 * A clock, random numbers and a network for a program whose output must be the same each time: they take the place of
 * those of the process. Only for tools: whoever knows the seed knows every key that is drawn.
 */
import crypto from 'node:crypto';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

const START_MS = Date.parse('2026-11-24T15:00:00Z');
/** Timers of this length or more never fire: only `pass` lets time pass. */
const LONG_MS = 500;
const NEVER_MS = 2 ** 31 - 1;

interface FixedWorld {
  /** Sets the clock forward. */
  pass(ms: number): void;
  /** Determines all random numbers up to the next seed. */
  seed(text: string): void;
}

/** Replaces what differs between two runs of this process: clock, long timers, random numbers, names of hosts. */
export function enterFixedWorld(): FixedWorld {
  let elapsedMs = 0;
  let seed = '';
  let draws = 0;
  const { createHash } = crypto;
  const bytes = (size: number) => createHash('shake256', { outputLength: size }).update(`${seed} ${draws++}`).digest();
  fixClock(() => elapsedMs);
  fixRandom(bytes);
  refuseHostNames();
  syncBuiltinESMExports();
  return {
    pass: (ms) => {
      elapsedMs += ms;
    },
    seed: (text) => {
      seed = text;
      draws = 0;
    },
  };
}

function fixClock(elapsedMs: () => number): void {
  const nowMs = () => START_MS + elapsedMs();
  globalThis.Date = new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
  });
  performance.now = elapsedMs;
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const fixed = new Proxy(globalThis[name], {
      apply: (target, self, [callback, ms = 0, ...rest]) =>
        Reflect.apply(target, self, [callback, ms < LONG_MS ? ms : NEVER_MS, ...rest]),
    });
    Object.assign(globalThis, { [name]: fixed });
  }
}

function fixRandom(bytes: (size: number) => Buffer): void {
  const randomUUID = () => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const randomInt = (min: number, max: number) => min + Number(bytes(8).readBigUInt64LE() % BigInt(max - min));
  Object.assign(crypto, { randomBytes: bytes, randomUUID, randomInt });
  Math.random = () => bytes(4).readUInt32LE() / 2 ** 32;
}

function refuseHostNames(): void {
  const { lookup } = dns;
  const refusal = (host: string) => Object.assign(new Error(`${host} is not looked up`), { code: 'ENOTFOUND' });
  const refusingLookup = (host: string, ...rest: unknown[]): unknown => {
    if (isIP(host) !== 0) return Reflect.apply(lookup, dns, [host, ...rest]);
    return process.nextTick(rest.at(-1) as (error: Error) => void, refusal(host));
  };
  const refuse = (host: string) => Promise.reject(refusal(host));
  Object.assign(dns, { lookup: refusingLookup });
  Object.assign(dns.promises.Resolver.prototype, { resolve4: refuse, resolve6: refuse });
}
