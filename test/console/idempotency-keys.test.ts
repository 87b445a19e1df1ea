import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WAYS } from '../../src/client/generated/index.ts';
import { type MethodName, OpenAts } from '../../src/client/index.ts';

const APP = 'console/src';
/** Signing in changes no record: it has its own protection (P10). */
const SIGN_IN = `${APP}/data/sign-in-calls.ts`;
const READS = /^(get|list|read|search|fetch|validate|explain|status$)/;

const sources = new Map(globSync(`${APP}/**/*.{ts,tsx}`).map((path) => [path, readFileSync(path, 'utf8')]));

/** Every method whose name stands in the sources of the console. */
const called = (Object.keys(WAYS) as MethodName[]).filter((name) =>
  [...sources.values()].some((text) => text.includes(`'${name}'`)),
);
const changes = called.filter((name) => !READS.test(name));

/** The Idempotency-Key of each of two calls. */
async function keysOf(name: MethodName, session: boolean): Promise<readonly unknown[]> {
  const sent: unknown[] = [];
  const fetch = async (_: string, { headers }: RequestInit) => {
    sent.push((headers as Record<string, string>)['idempotency-key']);
    return Response.json({ statusCode: '101', statusDesc: 'Ok' });
  };
  const who = session ? { sessionHeaders: () => ({}) } : { clientID: 'C00000002', developerAPIKey: 'key' };
  const ats = new OpenAts({ baseUrls: 'http://127.0.0.1:1', ...who }, { fetch });
  const ids = Object.fromEntries([...WAYS[name].matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, '1']));
  for (let call = 0; call < 2; call++) await ats.call(name, ids as never);
  return sent;
}

describe('the actions of the console', () => {
  test('are found, and are calls of the API alone', () => {
    expect(changes.length).toBeGreaterThan(80);
    const senders = [...sources].filter(([, text]) =>
      /method: '(POST|PUT|PATCH|DELETE)'|XMLHttpRequest|sendBeacon/.test(text),
    );
    expect(senders.map(([path]) => path)).toEqual([SIGN_IN]);
  });

  test.each(changes)('%s is sent with its own Idempotency-Key', async (name) => {
    for (const session of [true, false]) {
      const [first, second] = await keysOf(name, session);
      expect(first).toMatch(/^[\w-]{16,}$/);
      expect(second).not.toBe(first);
    }
  });
});
