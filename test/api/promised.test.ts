/**
 * What the API promises is there: each call is served or stands in docs/api/not-served.md, each webhook has a cause.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import { WEBHOOK_LIST, WEBHOOK_NAMES } from '../../src/modules/webhook-list.ts';
import { PROMISED_CALLS } from './promised-calls.ts';
import { PROMISED_WEBHOOKS } from './promised-webhooks.ts';
import { EveryMethod } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

const entrances = (['v3', 'legacy'] as const).flatMap((host) => entrancesOf(server.methods, host));
const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');
const served = new Set(entrances.flatMap(({ verbs, path }) => verbs.map((verb) => `${verb} ${withoutNames(path)}`)));

describe('the calls of the API', () => {
  const page = readFileSync(join(root, 'docs/api/not-served.md'), 'utf8');
  /** | `POST /v3/name` | why | */
  const notServed = new Map(
    [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm)].map(([, call, why]) => [call!, why!]),
  );

  test('are each served, or listed with the reason why not', () => {
    const missing = PROMISED_CALLS.filter((call) => !served.has(withoutNames(call)) && !notServed.has(call));
    expect(missing).toEqual([]);
  });

  test('that are listed as not served are not, and are known', () => {
    const stale = [...notServed.keys()].filter((call) => served.has(withoutNames(call)));
    expect(stale).toEqual([]);
    expect([...notServed.keys()].filter((call) => !PROMISED_CALLS.includes(call))).toEqual([]);
    for (const why of notServed.values()) expect(why.length).toBeGreaterThan(10);
  });

  test('are each in the list once', () => {
    expect(new Set(PROMISED_CALLS).size).toBe(PROMISED_CALLS.length);
  });
});

/** The path spells Status with a capital, and entity documents have the webhook of party documents (C40). */
const SENT_OTHERWISE = ['updateAccountArchiveStatus', 'updatePartyEntityArchiveStatus', 'uploadEntityDocument'];

/** What nothing fires yet: it must shrink. */
const NOT_YET: readonly string[] = [];

describe('the webhooks of the API', () => {
  const sources = globSync('src/{modules,service,webhooks}/**/*.ts', { cwd: root })
    .filter((file) => !/webhook-list|examples|idempotency-store|billed-calls/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  /** A method that is called by this name and gives a webhook, or a cause that names it: `method: 'updateOrder'`. */
  const hasCause = (name: string) => {
    const named = new RegExp(`['"\`]${name}['"\`]`);
    const caller = entrances.some(({ calledName }) => WEBHOOK_NAMES.of(calledName) === name);
    return caller || sources.some((text) => named.test(text));
  };

  test('can be registered for, are described, and have a cause', () => {
    const open = PROMISED_WEBHOOKS.filter(
      (name) => WEBHOOK_NAMES.of(name) !== name || !WEBHOOK_LIST.some((one) => one.name === name) || !hasCause(name),
    );
    expect(open).toEqual(NOT_YET);
  });

  test('go by the name that is called, an alias by itself', () => {
    const names = server.methods.map(({ name, aliases = [] }) => [name, ...aliases]);
    const sending = names.filter((all) => all.some((name) => WEBHOOK_NAMES.of(name) !== undefined)).flat();
    expect(sending.filter((name) => WEBHOOK_NAMES.of(name) !== name).toSorted()).toEqual(SENT_OTHERWISE);
    expect(WEBHOOK_LIST.flatMap(({ sentBy = [] }) => sentBy).toSorted()).toEqual(SENT_OTHERWISE);
  });
});
