/** Bodies that are long to read. */
import type { Attack } from './attack.ts';
import { bearer, type Cast, type Credentials } from './cast.ts';
import { flood } from './floods.ts';
import { loops } from './requests.ts';

const MEGABYTE = 1_000_000;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const FOR_MS = 1500;

/** Sends a body again and again, on two connections. */
function repeated(name: string, what: string, type: string, body: (cast: Cast) => string): Attack {
  return {
    name,
    setUp: async () => {},
    attack: async (cast) => {
      const sent = body(cast);
      await loops(2, FOR_MS, () => post(cast, cast.owner, { what, type, body: sent }));
    },
  };
}

interface Sent {
  readonly what: string;
  readonly type: string;
  readonly body: string;
}

/** Resolves when there is an answer, good or not. */
async function post({ port }: Cast, credentials: Credentials, { what, type, body }: Sent): Promise<void> {
  const headers = { authorization: bearer(credentials), 'content-type': type };
  const response = await fetch(`http://127.0.0.1:${port}/${what}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
}

const filled = (text: string) => text.repeat(Math.floor(MEGABYTE / text.length));

function manyParts(count: number): string {
  const part = (index: number) => `--b\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n1\r\n`;
  return `${Array.from({ length: count }, (_, index) => part(index)).join('')}--b--\r\n`;
}

const HOLDERS = 200;
const LOTS = 30;

function holdings({ securityId }: Cast): string {
  const lots = Array.from({ length: LOTS }, () => ({ date: '2020-01-02', quantity: 1 }));
  const list = Array.from({ length: HOLDERS }, (_, holder) => ({ clientId: `C${holder + 100}`, lots }));
  return JSON.stringify({ securityId, holdings: list });
}

/** One byte in each chunk: six bytes of the connection for one of the body. */
const ONE_BYTE_CHUNKS: Attack = {
  name: 'chunks of one byte',
  setUp: async () => {},
  attack: async ({ port, owner }) => {
    const head = [
      'POST /v3/getAllAccounts HTTP/1.1',
      'Host: a',
      `Authorization: ${bearer(owner)}`,
      `Content-Type: ${JSON_TYPE}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const chunks = [...`{"a":"${'x'.repeat(300_000)}"}`].map((character) => `1\r\n${character}\r\n`).join('');
    for (let round = 0; round < 3; round++) await flood(port, `${head}\r\n\r\n${chunks}0\r\n\r\n`, 1);
  },
};

const FIRST_USES: Attack = {
  name: 'first uses after a start',
  setUp: async () => {},
  attack: async ({ port }) => {
    const origin = `http://127.0.0.1:${port}`;
    const ask = async (path: string, init: RequestInit = {}) => (await fetch(origin + path, init)).arrayBuffer();
    const own = { origin, 'x-openats-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': JSON_TYPE };
    await ask('/console/sign-in/passkey/options', { method: 'POST', headers: own, body: '{}' });
    for (const path of ['/openapi.json', '/docs', '/docs/scalar.js', '/console']) await ask(path);
  },
};

export const LONG_BODIES: readonly Attack[] = [
  repeated('forms of escapes', 'v3/getAllAccounts', FORM, () => `accountId=${filled('%e9')}`),
  repeated('forms of &', 'v3/getAllAccounts', FORM, () => filled('&')),
  repeated('multipart of 990 parts', 'v3/getAllAccounts', 'multipart/form-data; boundary=b', () => manyParts(990)),
  repeated('setHoldings of 6,000 lots', 'v3/setHoldings', JSON_TYPE, holdings),
  repeated('JSON of blanks', 'v3/getAllAccounts', JSON_TYPE, () => `{${filled(' ')}}`),
  repeated('JSON of escapes', 'v3/getAllAccounts', JSON_TYPE, () => `{"a":"${filled('\\u0041')}"}`),
  repeated('JSON of long numbers', 'v3/setHoldings', JSON_TYPE, () => {
    const numbers = Array.from({ length: 12_000 }, () => '1234567890123456789').join(',');
    return `{"securityId":1,"holdings":[${numbers}]}`;
  }),
  ONE_BYTE_CHUNKS,
  FIRST_USES,
];
