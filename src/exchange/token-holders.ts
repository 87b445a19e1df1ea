import { SpreadMap } from './spread-map.ts';

/**
 * Which live order has a token, and how many have it, in one number for each token: the id of the order, negative,
 * where it is one whose id is known; else how many they are. Of several that were, the last one's id is looked up when
 * it is asked for: so no order pays for more than a count.
 */
export class TokenHolders {
  readonly #holders = new SpreadMap<string, number>();

  add(key: string, orderId: number): void {
    const known = this.#holders.get(key);
    if (known === undefined) this.#holders.set(key, -orderId);
    else this.#holders.set(key, countIn(known) + 1);
  }

  remove(key: string): void {
    const left = countIn(this.#holders.get(key)) - 1;
    if (left <= 0) this.#holders.delete(key);
    else this.#holders.set(key, left);
  }

  countOf(key: string): number {
    return countIn(this.#holders.get(key));
  }

  /**
   * The one order; undefined where there is none, or there are several.
   * @param find looks it up
   */
  holderOf(key: string, find: () => number): number | undefined {
    const known = this.#holders.get(key);
    if (known === undefined || known > 1) return undefined;
    if (known < 0) return -known;
    const orderId = find();
    this.#holders.set(key, -orderId);
    return orderId;
  }
}

function countIn(known: number | undefined): number {
  if (known === undefined) return 0;
  return known < 0 ? 1 : known;
}

/** Of the orders of a client that have a token. */
export function tokenKey(clientId: string, token: string): string {
  return `${clientId}\n${token}`;
}
