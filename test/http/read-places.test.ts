import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { isListRead, ReadPlaces } from '../../src/http/server/read-places.ts';
import { turn } from '../support/manual-time.ts';

/** A response whose caller has not taken it yet. */
class UntakenResponse extends EventEmitter {
  destroyed = false;
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** Reads that end when the test ends them. */
class Reads {
  readonly begun: string[] = [];
  readonly responses: UntakenResponse[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #places: ReadPlaces;

  constructor(places: ReadPlaces) {
    this.#places = places;
  }

  begin(clientId: string, name: string): Promise<string> {
    const response = new UntakenResponse();
    this.responses.push(response);
    const work = () => {
      this.begun.push(name);
      return new Promise<string>((resolve) => this.#ends.push(() => resolve(name)));
    };
    return Promise.resolve(this.#places.run(clientId, response as unknown as ServerResponse, work));
  }

  end(): void {
    this.#ends.shift()?.();
  }
}

test('a client has that many reads under way, and further ones begin in their order', async () => {
  const reads = new Reads(new ReadPlaces(2));
  for (const name of ['a', 'b', 'c', 'd']) void reads.begin('C1', name);
  expect(reads.begun).toEqual(['a', 'b']);
  reads.end();
  await turn();
  expect(reads.begun, 'the answer of a is not taken yet').toEqual(['a', 'b']);
  reads.responses[0]!.close();
  await turn();
  expect(reads.begun).toEqual(['a', 'b', 'c']);
});

test('a caller that leaves gives its place back when its read has ended', async () => {
  const reads = new Reads(new ReadPlaces(1));
  void reads.begin('C1', 'a');
  void reads.begin('C1', 'b');
  reads.responses[0]!.close();
  await turn();
  expect(reads.begun).toEqual(['a']);
  reads.end();
  await turn();
  expect(reads.begun).toEqual(['a', 'b']);
});

test('a read whose caller leaves while it waits is not begun, and gives its place to the next', async () => {
  const reads = new Reads(new ReadPlaces(1));
  void reads.begin('C1', 'a');
  const left = reads.begin('C1', 'b');
  void reads.begin('C1', 'c');
  reads.responses[1]!.close();
  reads.end();
  reads.responses[0]!.close();
  await expect(left).rejects.toMatchObject({ statusCode: 429 });
  await turn();
  expect(reads.begun).toEqual(['a', 'c']);
});

test('above fifty waiting reads for each that may be under way a client gets 429, and no other client', async () => {
  const reads = new Reads(new ReadPlaces(2));
  for (let n = 0; n < 102; n++) void reads.begin('C1', `${n}`);
  await expect((async () => reads.begin('C1', 'one more'))()).rejects.toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '1' },
  });
  void reads.begin('C2', 'of another');
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
