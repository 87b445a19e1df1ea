/**
 * The additions of the reference page to the declarations (examples and webhooks), and the page that lists the methods.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientTypes } from '../../scripts/generate/client-types.ts';
import { METHODS_PAGE, methodsPage } from '../../scripts/generate/methods-page.ts';
import { REASONS_PAGE, reasonsPage } from '../../scripts/generate/reasons-page.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { Validator } from '../../src/http/body/validation.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { exampleKey } from '../../src/http/openapi/examples.ts';
import { exampleRequests, methodExamples, readRecorded } from '../../src/modules/examples/index.ts';
import { WEBHOOK_LIST, WEBHOOK_NAMES } from '../../src/modules/webhook-list.ts';
import { EveryMethod } from '../api/server.ts';
import { client } from '../http/support.ts';
import { AnswerCheck } from '../support/answer-check.ts';
import { requireListedWebhook } from '../support/webhook-check.ts';
import { WITHOUT_EXAMPLE } from './without-example.ts';

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
const { methods } = server;
const answers = new AnswerCheck(methods);
await server.close();
await database.close();

/** An object with more fields is in the document once. */
const UNNAMED_FIELDS_MAX = 1;

const recorded = readRecorded();
const requests = exampleRequests(recorded.ids);
const pathOf = ({ host, path, name }: Method) => path ?? (host === 'legacy' ? `/${name}` : `/v3/${name}`);

const shown = methods
  .map((method) => ({ key: exampleKey(method), method }))
  .filter(({ key }) => !Object.hasOwn(WITHOUT_EXAMPLE, key));

describe.each(shown)('the example of $key', ({ key, method }) => {
  test('is a call that the method takes', () => {
    const values = requests[key];
    if (values === undefined) throw new Error(`add a call of ${key} to src/modules/examples/requests.ts`);
    const unknown = Object.keys(values).filter((name) => !Object.hasOwn(method.parameters, name));
    expect(unknown).toEqual([]);
    new Validator(method).read({ path: undefined, body: values, query: undefined }, client());
  });

  test('shows an object where the schema of a parameter is one', () => {
    const objects = Object.entries(method.parameters).filter(
      ([name, { schema }]) => (schema as { type?: unknown }).type === 'object' && requests[key]?.[name] !== undefined,
    );
    for (const [name] of objects) expect(requests[key]?.[name], name).toBeTypeOf('object');
  });

  test('has an answer that the method declares', () => {
    const answer = recorded.answers[key];
    if (answer === undefined) throw new Error(`run npm run record:answers: there is no answer of ${key}`);
    answers.require([method.verb].flat()[0] as string, pathOf(method).replace(/:\w+/g, 'x'), answer);
  });
});

test('every method is in a group: see inGroup', () => {
  expect(methods.filter(({ group }) => group === '').map(({ name }) => name)).toEqual([]);
});

test('docs/api/client.md makes clients of tags that there are (L20)', () => {
  const page = readFileSync(new URL('../../docs/api/client.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| Tags |');
  const rows = table.split('\n').filter((line) => line.trim().startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, tag]) => tag));
  expect(named.length).toBeGreaterThan(5);
  const groups = new Set(methods.map(({ group }) => group));
  expect(named.filter((tag) => !groups.has(tag!))).toEqual([]);
});

test('an object that several methods answer or take has a name: see namedObject', () => {
  const document = openApiDocument({ methods, environment: 'sandbox', version: '', webhookList: WEBHOOK_LIST });
  const found = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as { readonly properties?: object };
    if (typeof properties === 'object' && Object.keys(properties).length > UNNAMED_FIELDS_MAX) {
      const text = JSON.stringify(value);
      found.set(text, (found.get(text) ?? 0) + 1);
    }
    for (const inner of Object.values(value)) count(inner);
  };
  count(document);
  const twice = [...found].filter(([, times]) => times > 1).map(([text]) => text.slice(0, 200));
  expect(twice).toEqual([]);
  expect(found.size).toBeGreaterThan(200);
});

describe('generated files: run npm run generate', () => {
  test('are made of the declarations that the service serves', () => {
    const document = openApiDocument({ methods, environment: 'sandbox', version: '' });
    for (const [file, text] of clientTypes(document))
      expect(readFileSync(file, 'utf8') === text, file.pathname).toBe(true);
    expect(readFileSync(METHODS_PAGE, 'utf8')).toBe(methodsPage(methods));
    expect(readFileSync(REASONS_PAGE, 'utf8')).toBe(reasonsPage());
  });
});

describe('the examples', () => {
  test('are of methods that there are', () => {
    const keys = new Set(methods.map(exampleKey));
    const named = [...Object.keys(requests), ...Object.keys(recorded.answers), ...Object.keys(WITHOUT_EXAMPLE)];
    expect(named.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('name the ids of the sandbox that they are read in', () => {
    const examples = methodExamples(methods, { securityId: '77', issuerId: '88' });
    expect(examples.createOrder?.request).toMatchObject({ securityid: '77', issuerid: '88' });
    expect(examples.getClob?.request).toEqual({ securityID: '77', issuerID: '88' });
  });

  test('hold no key', () => {
    expect(JSON.stringify(recorded)).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });
});

describe('the list of webhooks', () => {
  test('has each once, under a name that is no other method of a webhook', () => {
    const names = WEBHOOK_LIST.map(({ name }) => name);
    expect(names.filter((name) => WEBHOOK_NAMES.of(name) !== name)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, fields } of WEBHOOK_LIST) expect(new Set(fields).size, name).toBe(fields.length);
  });

  test('says where a webhook is missing', () => {
    expect(() => requireListedWebhook('createTrade', {}, [])).toThrow('add it to src/modules/webhook-list.ts');
    expect(() => requireListedWebhook('cancelOrder', { orderid: '1', more: 1 })).toThrow('cancelOrder has more');
    requireListedWebhook('cancelOrder', { orderid: '1' });
  });
});
