/**
 * A client of several nodes: orders one after the other, each with its own key, at the node that answered last;
 * where it does not, the same order with the same key at the next one (docs/operate/cluster.md, J1).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

interface Cluster {
  readonly urls: readonly string[];
  readonly credentials: { readonly clientID: string; readonly developerAPIKey: string };
  readonly issuerId: string;
  readonly securityId: string;
}

const ORDER_MS = 50;
const PAUSE_MS = 50;
const PRINTED_MS = 1000;
const ANSWER_MS_MAX = 3000;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('the file that npm run cluster:try names is missing');
const { urls, credentials, issuerId, securityId } = JSON.parse(readFileSync(file, 'utf8')) as Cluster;
let at = 0;

async function ask(body: object, key: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(`${urls[at % urls.length]}/v3/createOrder`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.clientID}:${credentials.developerAPIKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return answer.status === 503 ? undefined : ((await answer.json()) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/** Resolves with the number of tries. */
async function order(): Promise<number> {
  const terms = { type: 'Limit', action: 'Buy', quantity: 1, price: '1.00', expiration: 'IOC', disclosePrice: 'Yes' };
  const body = { memberid: '1', issuerid: issuerId, securityid: securityId, solicited: 'Unsolicited', ...terms };
  const key = randomUUID();
  for (let tries = 1; ; tries++) {
    const answer = await ask(body, key);
    if (answer?.statusCode === '101') return tries;
    if (answer !== undefined) throw new Error(JSON.stringify(answer));
    at++;
    await delay(PAUSE_MS);
  }
}

let [orders, printedMs] = [0, performance.now()];
for (;;) {
  const startedMs = performance.now();
  const tries = await order();
  orders++;
  const tookMs = Math.round(performance.now() - startedMs);
  if (tries > 1) console.log(`an order waited ${tookMs} ms and ${tries} tries; ${urls[at % urls.length]} answers now`);
  if (performance.now() - printedMs > PRINTED_MS) {
    printedMs = performance.now();
    console.log(`${orders} orders, the last in ${tookMs} ms at ${urls[at % urls.length]}`);
  }
  await delay(ORDER_MS);
}
