/** The waiting entries of each client. Clients take turns, so that one client delays another by at most one entry. */
export class ClientTurns<T> {
  /** In the order of their next turns. */
  readonly #byClient = new Map<string, T[]>();
  readonly #perClientMax: number;
  readonly #max: number;
  #size = 0;

  constructor(limits: { readonly perClientMax: number; readonly max: number }) {
    this.#perClientMax = limits.perClientMax;
    this.#max = limits.max;
  }

  /** False where too much waits, of the client or of all. */
  add(clientId: string, entry: T): boolean {
    const own = this.#byClient.get(clientId) ?? [];
    if (this.#size >= this.#max || own.length >= this.#perClientMax) return false;
    own.push(entry);
    this.#byClient.set(clientId, own);
    this.#size += 1;
    return true;
  }

  next(): T | undefined {
    for (const [clientId, own] of this.#byClient) {
      const entry = own.shift();
      this.#byClient.delete(clientId);
      if (own.length > 0) this.#byClient.set(clientId, own);
      this.#size -= 1;
      return entry;
    }
    return undefined;
  }

  clear(): T[] {
    const all = [...this.#byClient.values()].flat();
    this.#byClient.clear();
    this.#size = 0;
    return all;
  }
}
