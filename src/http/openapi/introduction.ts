/** The text before the methods, and the text after them. */
import { STATUS } from '../methods/index.ts';

export const INTRODUCTION = [
  '## Quickstart',
  '',
  'Replace the key and the ids by yours; in the sandbox they are in `sandbox-client.json` and `sandbox-demo.json` of',
  'the data folder. The first call places an order, the second shows it with its matches, the third the best prices.',
  '',
  '```sh',
  'KEY=<client id>:<developer key>',
  'curl -sS "$API/v3/createOrder" -H "Authorization: Bearer $KEY" -H "Idempotency-Key: my-first-order" \\',
  '  -d memberid=1 -d issuerid=1001 -d accountid=A10000001 -d securityid=5001 -d type=Limit -d action=Buy \\',
  '  -d quantity=100 -d price=10.25 -d expiration=GTC -d disclosePrice=Yes -d solicited=Unsolicited',
  'curl -sS "$API/v3/getOrder" -H "Authorization: Bearer $KEY" -d orderid=101400',
  'curl -sS "$API/v3/getClob" -H "Authorization: Bearer $KEY" -d issuerID=1001 -d securityID=5001',
  '```',
  '',
  '## Requests',
  '',
  'Request values are form fields, a JSON object, or multipart/form-data; every method takes all three. Of repeated',
  'form fields the last wins. JSON values are not coerced: null is missing, true is not a number.',
  '',
  'Methods that change orders, extensions and resource-style paths refuse a field that they do not have (106 or 1400),',
  'naming it and the nearest one. The other methods ignore it, and name it in the header `Ignored-Fields`. Methods',
  'of the group ATS take the names of their fields in any case.',
  '',
  '## Credentials',
  '',
  'Send `Authorization: Bearer <client id>:<developer key>`, or the fields `clientID` and `developerAPIKey` in the',
  'body, before any files and within its first 16 KB; without the header a body that is no upload has at most 16 KB.',
  'GET takes the header only, the legacy host the body only. When both are sent, the header wins.',
  'A query string counts for GET and for resource-style paths; with a method-style POST, PUT, PATCH or DELETE it ' +
    'is refused (106).',
  '',
  'Anything else is HTTP 401 with 103. `Error(s)` says when the credentials are missing, or the header is ' +
    'malformed; it is',
  'absent when the client is unknown or the key is wrong, without saying which.',
  '',
  '## Answers',
  '',
  'Every answer carries `statusCode` and `statusDesc`; 101 is success. Details of what is wrong are in ' +
    '`Error(s)`. Methods',
  'answer most refusals with HTTP 200; resource-style paths (`/v3/accounts` and the like) use the HTTP status. ' +
    'All codes',
  'are listed in the section Status codes, after the methods.',
  '',
  '## Idempotency',
  '',
  'Methods that say so take the header `Idempotency-Key`: the same key with the same values gives the first answer',
  'again, with the header `Idempotency-Replayed`. With other values it is refused (409). A key is kept for 24 ' +
    'hours, also',
  'across a restart, and 100,000 of them for each client. A refused call changed nothing and is not kept.',
  '',
  '## Market data',
  '',
  'The WebSocket endpoint `/v3/stream` sends the top of book of any or all securities: a snapshot, then every ' +
    'change. It',
  'takes the same header credentials in its upgrade request, or a first message with them. The protocol, its ' +
    'close codes and',
  'its limits, with the settings that change them, are in docs/api/stream.md of the program.',
].join('\n');

export const STATUS_CODES_TAG = 'Status codes';

/** A tag without operations: the reference page shows it at its place among the tags. */
export function statusCodes(): string {
  return [
    'The codes of `statusCode`, each with its usual HTTP status. Each method names those that it answers.',
    '',
    '| statusCode | HTTP | Meaning |',
    '|---|---|---|',
    ...Object.entries(STATUS).map(([code, { http, text }]) => `| ${code} | ${http} | ${text} |`),
  ].join('\n');
}
