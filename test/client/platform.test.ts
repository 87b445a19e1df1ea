import { afterEach, expect, test, vi } from 'vitest';
import { OpenAts } from '../../src/client/index.ts';

const SETTINGS = { baseUrls: 'http://127.0.0.1:1', clientID: 'C1', developerAPIKey: 'k' };

afterEach(() => vi.unstubAllGlobals());

test('without a WebSocket of the platform stream() says what to do, and takes the class of another', () => {
  vi.stubGlobal('WebSocket', undefined);
  const ats = new OpenAts(SETTINGS);
  expect(() => ats.stream()).toThrow(/Node has one from version 22 on.*package ws.*stream\(\{ WebSocket \}\)/);
  const opened: string[] = [];
  class Socket {
    constructor(url: string) {
      opened.push(url);
    }
    close(): void {}
  }
  const stream = ats.stream({ WebSocket: Socket });
  stream.topOfBook('*').ready.catch(() => {});
  expect(opened).toEqual(['ws://127.0.0.1:1/v3/stream']);
  stream.close();
});

test('fetchOrderBook reads the depth, ten levels where nothing else is said (L17)', async () => {
  const bodies: unknown[] = [];
  const fetch = async (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ statusCode: '101', statusDesc: 'Ok', depth: { seq: 7 } });
  };
  const ats = new OpenAts(SETTINGS, { fetch });
  expect(await ats.fetchOrderBook('5001')).toEqual({ seq: 7 });
  await ats.fetchOrderBook(5001, 100);
  expect(bodies).toMatchObject([
    { securityId: '5001', levels: 10 },
    { securityId: 5001, levels: 100 },
  ]);
});
