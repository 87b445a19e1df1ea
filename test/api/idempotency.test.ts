/** Which methods take an Idempotency-Key (C34): all that change something. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { idempotencyOf } from '../../src/http/idempotency.ts';
import type { Method } from '../../src/http/method.ts';
import { sampleOf } from './samples.ts';
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
