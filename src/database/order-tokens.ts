/**
 * How the history on SQLite finds orders by their token. Tokens may be random, and an index over millions of random
 * keys costs a page write for each entry. So the entries are in runs (order_tokens), one for each range of order ids:
 * a new entry goes into the newest, small run, and full runs are merged into larger ones from time to time. A search
 * reads every run.
 */
import { hash } from 'node:crypto';

/** The ids of a fresh run: 65,536 orders, because the ids of one shard are 100 apart. */
const ORDER_IDS_A_RUN = 6_553_600;

/**
 * The number of runs that are merged into one: a merged run has the tokens of about 400,000 orders, a run that is
 * merged twice those of 2.4 million.
 */
export const RUNS_MERGED = 6;

/**
 * The number of a run, modulo 4, is the count of its merges; the rest is its age: a merged run has the number before
 * that of its first run. Runs merged twice stay, because a larger merge would delay the history too long.
 */
export const MERGED_REMAINDERS = [3, 2] as const;

/** The fresh run that an order belongs to. */
export function tokenRunOf(orderId: number): number {
  return 4 * Math.floor(orderId / ORDER_IDS_A_RUN) + MERGED_REMAINDERS[0];
}

/** A hash of 48 bits for the token of a client; a reader then compares the token itself. */
export function tokenKeyOf(clientId: string, token: string): number {
  return Number.parseInt(hash('sha256', `${clientId}\n${token}`, 'hex').slice(0, 12), 16);
}
