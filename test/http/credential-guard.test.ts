import { expect, test } from 'vitest';
import { CredentialGuard, WrongCredentials } from '../../src/http/auth/credential-guard.ts';
import type { Client } from '../../src/http/methods/client.ts';
import { CLIENT_ID, client, KEY, OneClient } from './support.ts';

const RIGHT = { clientId: CLIENT_ID, developerApiKey: KEY };
const WRONG = { clientId: CLIENT_ID, developerApiKey: 'wrong' };
const HERE = '192.0.2.1';

test('counts by address, an IPv6 subscriber as one, whatever clients are named', async () => {
  const guard = new CredentialGuard({ authenticator: new OneClient(), failuresMax: 1, nowMs: () => 0 });
  const check = async (ip: string, clientId: string) => guard.check({ clientId, developerApiKey: 'wrong' }, ip);
  expect(await check('2001:db8:1:2::1', 'C1')).toEqual(new WrongCredentials(0));
  expect(await check('2001:db8:1:2:ffff::9', 'C2')).toEqual(new WrongCredentials(60));
  expect(await check('2001:db8:1:3::1', 'C3')).toEqual(new WrongCredentials(0));
  expect(await check(HERE, 'C4')).toEqual(new WrongCredentials(0));
  expect(await check(`::ffff:${HERE}`, 'C5')).toEqual(new WrongCredentials(60));
});

test('counts by client id, from wherever the wrong keys come', async () => {
  const guard = new CredentialGuard({ authenticator: new OneClient(), failuresMax: 2, nowMs: () => 0 });
  for (const ip of ['192.0.2.1', '192.0.2.2']) expect(await guard.check(WRONG, ip)).toEqual(new WrongCredentials(0));
  expect(await guard.check(WRONG, '192.0.2.3')).toEqual(new WrongCredentials(60));
  expect(await guard.check(RIGHT, '192.0.2.3')).toMatchObject({ clientId: CLIENT_ID });
});

/** Answers when released, and knows who was right before. */
class SlowLookups {
  readonly waiting: (() => void)[] = [];
  readonly #known = new Set<string>();

  async authenticate(clientId: string, key: string): Promise<Client | undefined> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (key !== KEY) return undefined;
    this.#known.add(clientId);
    return client({ clientId });
  }

  cached(clientId: string, key: string): Client | undefined {
    return key === KEY && this.#known.has(clientId) ? client({ clientId }) : undefined;
  }

  /** Answers until nobody asks any more. */
  async answerAll(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.waiting.length === 0) return;
      for (const answer of this.waiting.splice(0)) answer();
    }
  }
}

async function lockedOut(): Promise<{ guard: CredentialGuard; lookups: SlowLookups }> {
  const lookups = new SlowLookups();
  const guard = new CredentialGuard({ authenticator: lookups, failuresMax: 1, nowMs: () => 0 });
  const [first] = await Promise.all([guard.check(WRONG, HERE), lookups.answerAll()]);
  expect(first).toEqual(new WrongCredentials(0));
  return { guard, lookups };
}

test('looks credentials of a locked-out address up one at a time, in their order; the right ones pass', async () => {
  const { guard, lookups } = await lockedOut();
  const verdicts = Promise.all([WRONG, WRONG, RIGHT].map((credentials) => guard.check(credentials, HERE)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookups.waiting).toHaveLength(1);
  await lookups.answerAll();
  expect(await verdicts).toEqual([new WrongCredentials(60), new WrongCredentials(60), client()]);
  // Known from now on: it does not wait for others.
  void guard.check(WRONG, HERE);
  expect(guard.check(RIGHT, HERE)).toEqual(client());
  await lookups.answerAll();
});

test('refuses at once what comes from a locked-out address where too much waits already; others are free', async () => {
  const { guard, lookups } = await lockedOut();
  const waiting = Array.from({ length: 100 }, () => guard.check(WRONG, HERE));
  expect(guard.check(RIGHT, HERE)).toEqual(new WrongCredentials(60));
  const elsewhere = guard.check({ ...RIGHT, clientId: 'C7' }, '192.0.2.9');
  await lookups.answerAll();
  expect(await elsewhere).toMatchObject({ clientId: 'C7' });
  await Promise.all(waiting);
  const [verdict] = await Promise.all([guard.check(RIGHT, HERE), lookups.answerAll()]);
  expect(verdict).toEqual(client());
});

test('goes on where a lookup failed', async () => {
  let fails = true;
  const guard = new CredentialGuard({
    authenticator: {
      authenticate: async (_clientId, key) => {
        if (key === 'wrong') return undefined;
        if (fails) throw new Error('no database');
        return client();
      },
    },
    failuresMax: 1,
    nowMs: () => 0,
  });
  await guard.check(WRONG, HERE);
  const [failed, next] = await Promise.allSettled([
    guard.check(RIGHT, HERE),
    Promise.resolve(guard.check(WRONG, HERE)).finally(() => {
      fails = false;
    }),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no database' } });
  expect(next).toEqual({ status: 'fulfilled', value: new WrongCredentials(60) });
  expect(await guard.check(RIGHT, HERE)).toEqual(client());
});
