import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { isListRead, ReadPlaces } from '../../src/http/server/read-places.ts';
import { turn } from '../support/manual-time.ts';

class Connection {}

/** A response whose caller has not taken it yet. */
class UntakenResponse extends EventEmitter {
  destroyed = false;
  readonly req: { readonly socket: Connection };
  constructor(socket: Connection) {
    super();
    this.req = { socket };
  }
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Reads that end when the test ends them; each on its own connection, where no other is named. */
class Reads {
  readonly begun: string[] = [];
  readonly responses: UntakenResponse[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #places: ReadPlaces;

  constructor(perClientMax: number) {
    this.#places = new ReadPlaces(perClientMax, 1000);
  }

  begin(clientId: string, name: string, connection = new Connection()): Promise<string> {
    const response = new UntakenResponse(connection);
    this.responses.push(response);
    const work = () => {
      this.begun.push(name);
      return new Promise<string>((resolve) => this.#ends.push(() => resolve(name)));
    };
    return this.#places.run(clientId, response as unknown as ServerResponse, work);
  }

  async end(): Promise<void> {
    this.#ends.shift()?.();
    await turn();
  }
}

test('a client has that many reads under way, and further ones begin in their order', async () => {
  const reads = new Reads(2);
  for (const name of ['a', 'b', 'c', 'd']) void reads.begin('C1', name);
  await turn();
  expect(reads.begun).toEqual(['a', 'b']);
  await reads.end();
  expect(reads.begun).toEqual(['a', 'b', 'c']);
});

test('a connection has as many untaken answers, and the reads of others do not wait for it', async () => {
  const reads = new Reads(2);
  const connection = new Connection();
  for (const name of ['a', 'b', 'c', 'd']) void reads.begin('C1', name, connection);
  await turn();
  await reads.end();
  await reads.end();
  expect(reads.begun, 'the answers of a and b are not taken yet').toEqual(['a', 'b']);
  void reads.begin('C1', 'of another connection');
  await turn();
  expect(reads.begun).toEqual(['a', 'b', 'of another connection']);
  reads.responses[0]!.close();
  await turn();
  expect(reads.begun).toEqual(['a', 'b', 'of another connection', 'c']);
});

test('the untaken answers of all connections of a client are bounded', async () => {
  const reads = new Reads(2);
  for (let n = 0; n < 32; n++) {
    void reads.begin('C1', `${n}`);
    await turn();
    await reads.end();
  }
  void reads.begin('C1', 'one more');
  void reads.begin('C2', 'of another');
  await turn();
  expect(reads.begun.slice(32)).toEqual(['of another']);
  reads.responses[7]!.close();
  await turn();
  expect(reads.begun.slice(32)).toEqual(['of another', 'one more']);
});

test('a caller that leaves gives its place back when its read has ended', async () => {
  const reads = new Reads(1);
  void reads.begin('C1', 'a');
  void reads.begin('C1', 'b');
  await turn();
  reads.responses[0]!.close();
  await turn();
  expect(reads.begun).toEqual(['a']);
  await reads.end();
  expect(reads.begun).toEqual(['a', 'b']);
});

test('a read whose caller leaves while it waits is not begun, and gives its place to the next', async () => {
  const reads = new Reads(1);
  void reads.begin('C1', 'a');
  const left = reads.begin('C1', 'b');
  const refused = expect(left).rejects.toMatchObject({ statusCode: 429 });
  void reads.begin('C1', 'c');
  await turn();
  reads.responses[1]!.close();
  await reads.end();
  await refused;
  expect(reads.begun).toEqual(['a', 'c']);
});

test('the reads that wait for a connection that is cut give their places back', async () => {
  const reads = new Reads(1);
  const connection = new Connection();
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => reads.begin('C1', name, connection)));
  await turn();
  for (const response of reads.responses) response.close();
  await reads.end();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  void reads.begin('C1', 'e', connection);
  await turn();
  expect(reads.begun).toEqual(['a', 'e']);
});

test('above fifty waiting reads for each that may be under way a client gets 429, and no other client', async () => {
  const reads = new Reads(2);
  for (let n = 0; n < 102; n++) void reads.begin('C1', `${n}`);
  await turn();
  await expect(reads.begin('C1', 'one more')).rejects.toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '1' },
  });
  void reads.begin('C2', 'of another');
  await turn();
  expect(reads.begun).toEqual(['0', '1', 'of another']);
});

test.each([
  ['getOrder', { orderDetails: Type.Array(Type.String()) }, true],
  ['listAccounts', { accounts: Type.Array(Type.String()) }, true],
  ['getTrade', { trade: Type.Object({}) }, false],
  ['cancelOrders', { cancelledOrders: Type.Array(Type.String()) }, false],
])('%s: whether its calls count as reads of lists', (name, response, expected) => {
  expect(isListRead({ name, response: Type.Object(response) })).toBe(expected);
});
