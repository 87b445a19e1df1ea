import type { OrderId } from '../api/index.ts';
import { ShardedMap } from '../collections/index.ts';

/**
 * The live orders of each token. An order whose token nobody shares pays for one number: its id,
 * negative. A shared token has the count of its orders instead, and the sum of their ids, so that the last of them is
 * known without a search through the orders of the client.
 */
export class TokenHolders {
  readonly #holders = new ShardedMap<string, number>();
  readonly #sums = new Map<string, bigint>();

  add(key: string, orderId: OrderId): void {
    const known = this.#holders.get(key);
    if (known === undefined) {
      this.#holders.set(key, -orderId);
      return;
    }
    this.#holders.set(key, countIn(known) + 1);
    this.#sums.set(key, this.#sumOf(key, known) + BigInt(orderId));
  }

  remove(key: string, orderId: OrderId): void {
    const known = this.#holders.get(key);
    const left = countIn(known) - 1;
    if (known === undefined || left <= 0) {
      this.#holders.delete(key);
      return;
    }
    const sum = this.#sumOf(key, known) - BigInt(orderId);
    if (left > 1) {
      this.#holders.set(key, left);
      this.#sums.set(key, sum);
    } else {
      this.#holders.set(key, -Number(sum));
      this.#sums.delete(key);
    }
  }

  countOf(key: string): number {
    return countIn(this.#holders.get(key));
  }

  /** The id of the one order; undefined if there is no order, or more than one. */
  holderOf(key: string): OrderId | undefined {
    const known = this.#holders.get(key);
    return known === undefined || known > 0 ? undefined : (-known as OrderId);
  }

  #sumOf(key: string, known: number): bigint {
    return known < 0 ? BigInt(-known) : (this.#sums.get(key) ?? 0n);
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
