/** Which methods take an Idempotency-Key (C34): all that change something. Repeated calls change nothing. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { entrancesOf } from '../../src/http/methods/entrances.ts';
import { idempotencyOf } from '../../src/http/methods/idempotency.ts';
import type { Method } from '../../src/http/methods/method.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { kindOfParameter } from './kinds.ts';
import { LINK, OFFERING, Records } from './records.ts';
import { filled, sampleOf, wellFormed } from './samples.ts';
import { EveryMethod } from './server.ts';

const READS = /^(get|list|read|search|validate|fetch|find|explain)/;

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

function takesKey({ idempotent, handler }: Method): boolean {
  return idempotent === true || 'idempotent' in handler;
}

test('every method that changes something takes a key', () => {
  const changing = server.methods.filter(
    ({ verb, name }) => [verb].flat().some((one) => one !== 'GET') && !READS.test(name),
  );
  expect(changing.filter((method) => !takesKey(method)).map(({ name }) => name)).toEqual([]);
  expect(changing.length).toBeGreaterThan(130);
});

test('whatever a parameter of such a method reads belongs to the identity of the call', () => {
  for (const { name, parameters } of server.methods.filter(takesKey)) {
    for (const [field, parameter] of Object.entries(parameters)) {
      const value = parameter.read(sampleOf(field, parameter));
      expect(idempotencyOf('one', name, { [field]: value }).bodyHash, `${name}.${field}`).not.toBe(
        idempotencyOf('one', name, {}).bodyHash,
      );
    }
  }
});

/** Values that go together. */
const FURTHER: Readonly<Record<string, object>> = { createOffering: OFFERING, createLink: LINK };

describeOnEachDatabase('a call that is repeated with its key', (open) => {
  test('is done once and gives the first answer again, whichever method it calls', async () => {
    const server = await EveryMethod.start(await open());
    const keyed = entrancesOf(server.methods, 'v3').filter(
      ({ method, calledName }) => takesKey(method) && !method.operator && calledName === method.name && !method.uploads,
    );
    const done: string[] = [];
    for (const { method, path, verbs } of keyed) {
      const records = new Records(server, 'C1');
      const values: Record<string, unknown> = { ...wellFormed(method), ...FURTHER[method.name] };
      for (const name of Object.keys(values)) {
        const kind = kindOfParameter(method, name);
        if (kind !== undefined) values[name] = await records.id(kind);
      }
      const request = { host: 'v3', verb: verbs[0]!, as: 'C1', idempotencyKey: `of-${method.name}` } as const;
      const call = () => server.call({ ...request, ...filled(path, values) });
      const first = await call();
      if (first.body.statusCode !== '101') continue;
      expect(await call(), method.name).toEqual({ ...first, replayed: true });
      done.push(method.name);
    }
    await server.close();
    expect(done.length, done.join()).toBeGreaterThan(80);
  });
});
