/**
 * A client of several nodes: orders one after the other, each with its own key, at the node that answered last; when
 * it does not answer, the same order with the same key at the next one (docs/operate/cluster.md, J1).
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OpenAts } from '../src/client/index.ts';

interface Cluster {
  readonly urls: readonly string[];
  readonly credentials: { readonly clientID: string; readonly developerAPIKey: string };
  readonly issuerId: string;
  readonly securityId: string;
}

const ORDER_MS = 50;
const PRINTED_MS = 1000;
const ATTEMPT_MS = 3000;
/** An order that takes longer was sent again. */
const USUAL_MS_MAX = 250;

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run cluster:client -- FILE, with the file that npm run cluster:try names');
  process.exit(1);
}
const { urls, credentials, issuerId, securityId } = JSON.parse(readFileSync(file, 'utf8')) as Cluster;
const ats = new OpenAts({ baseUrls: urls, ...credentials, retry: { attemptMs: ATTEMPT_MS } });
const terms = { type: 'Limit', action: 'Buy', quantity: 1, price: '1.00', expiration: 'IOC' } as const;
const fields = { memberid: '1', disclosePrice: 'Yes', solicited: 'Unsolicited' } as const;
const order = { ...terms, ...fields, issuerid: issuerId, securityid: securityId };

let [orders, printedMs] = [0, performance.now()];
for (;;) {
  const startedMs = performance.now();
  await ats.methods.createOrder(order);
  orders++;
  const tookMs = Math.round(performance.now() - startedMs);
  if (tookMs > USUAL_MS_MAX) console.log(`an order waited ${tookMs} ms`);
  if (performance.now() - printedMs > PRINTED_MS) {
    printedMs = performance.now();
    console.log(`${orders} orders, the last in ${tookMs} ms`);
  }
  await delay(ORDER_MS);
}
