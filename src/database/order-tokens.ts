/**
 * How the history on SQLite finds orders by their token. Tokens may be random, and an index over millions of random
 * keys costs a page for each entry. So the entries stand in runs (order_tokens), one for each piece of the order ids:
 * a new entry goes into the newest run, which is small, and full runs are merged into larger ones from time to time. A
 * search looks into each run.
 */
import { hash } from 'node:crypto';

/** Of a fresh run: 65,536 orders, for the ids of one shard are 100 apart. */
const ORDER_IDS_A_RUN = 6_553_600;

/**
 * Runs that are merged into one; so a merged run has the tokens of some 400,000 orders, and one of merged runs of 2.4
 * million.
 */
export const RUNS_MERGED = 6;

/**
 * The number of a run tells how it came about by its remainder by 4, and its age by the rest: a merged run has the
 * number before that of the first run in it. What was merged twice stays as it is: more at once would keep the history
 * from the orders.
 */
export const MERGED_REMAINDERS = [3, 2] as const;

/** The fresh run that an order belongs to. */
export function tokenRunOf(orderId: number): number {
  return 4 * Math.floor(orderId / ORDER_IDS_A_RUN) + MERGED_REMAINDERS[0];
}

/** 48 bits that stand for the token of a client; whoever finds an order by them compares the token itself. */
export function tokenKeyOf(clientId: string, token: string): number {
  return Number.parseInt(hash('sha256', `${clientId}\n${token}`, 'hex').slice(0, 12), 16);
}
