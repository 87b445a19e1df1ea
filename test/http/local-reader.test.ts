import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { isLoopback, isOnThisMachine } from '../../src/http/auth/local-reader.ts';

const isLocal = (headers: Record<string, string>, remoteAddress: string | undefined = '127.0.0.1') =>
  isOnThisMachine({ headers: { host: 'localhost:8080', ...headers }, raw: { socket: { remoteAddress } } } as Pick<
    FastifyRequest,
    'raw' | 'headers'
  >);

describe('a reader is on this machine', () => {
  test.each([
    ['without an Origin', {}],
    ['with a page of this server', { origin: 'http://localhost:8080' }],
    ['by another name of it', { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }],
  ])('%s', (_what, headers) => expect(isLocal(headers)).toBe(true));
});

describe('a reader is not on this machine', () => {
  test.each([
    'via',
    'forwarded',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
  ])('behind a proxy that sends %s', (name) => expect(isLocal({ [name]: 'anything' })).toBe(false));

  test.each<[string, Record<string, string>]>([
    ['with a page of elsewhere', { origin: 'https://example.com' }],
    ['with a page of another port', { origin: 'http://localhost:9090' }],
    ['with a page of nowhere', { origin: 'null' }],
    ['by a name that was led here', { host: 'example.com', origin: 'http://example.com' }],
  ])('%s', (_what, headers) => expect(isLocal(headers)).toBe(false));

  test('at another address', () => {
    expect(isLocal({}, '192.0.2.1')).toBe(false);
    expect(isLocal({}, 'nonsense')).toBe(false);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['LOCALHOST', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.0.2.1', false],
  ['example.com', false],
])('%s is loopback: %s', (address, expected) => expect(isLoopback(address)).toBe(expected));
