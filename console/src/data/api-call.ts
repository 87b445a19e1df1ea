/** A call of the API in words of a program: for the shell, and for the client library. */
import { prepare, wayOf } from '../client/index.ts';
import { ROOT } from './address.ts';
import type { ApiCall } from './api.ts';

/** What is sent where the API asks for the address of the caller, which a page does not know. */
export const NO_ADDRESS = '0.0.0.0';

const BASE = ROOT.href.replace(/\/$/, '');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** With curl. Id and key are variables of the shell; each run of the command is another call. */
export function curlOf({ name, fields }: ApiCall): string {
  const way = wayOf(name);
  const { path, init } = prepare(way, fields, {});
  const parts = [
    `curl -X ${init.method} ${quoted(BASE + path)}`,
    '-H "authorization: Bearer $CLIENT_ID:$DEVELOPER_KEY"',
    ...(way.repetition === 'key' ? ['-H "idempotency-key: $(uuidgen)"'] : []),
  ];
  if (init.body instanceof FormData) {
    for (const [field, value] of init.body)
      parts.push(`-F ${quoted(`${field}=${value instanceof File ? `@${value.name}` : value}`)}`);
  } else {
    parts.push("-H 'content-type: application/json'", `-d ${quoted(String(init.body))}`);
  }
  return parts.join(' \\\n  ');
}

/** With the client library. */
export function scriptOf({ name, fields }: ApiCall): string {
  const shown = (_: string, value: unknown) => (value instanceof Blob ? `a Blob of ${value.size} bytes` : value);
  return `import { OpenAts } from 'openats/client';

const ats = new OpenAts({ baseUrls: '${BASE}', clientID, developerAPIKey });
await ats.methods.${name}(${JSON.stringify(fields, shown, 2)});`;
}
