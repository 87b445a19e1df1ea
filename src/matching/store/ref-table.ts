/** A page is for 256 records. */
const PAGE_SHIFT = 12;
const PAGE = 256;

type Page<T> = (T | null)[];

/**
 * Objects that belong to records of an engine, by Ref (records.ts): pages made on demand, so that nothing is moved when
 * it grows. A Map keeps what is deleted in its chains until it is made again, and as records are used again, the same
 * few keys come and go: each took it a microsecond.
 */
export class RefTable<T> {
  readonly #pages: (Page<T> | null)[] = [];

  /** Null when the record has none. */
  get(ref: number): T | null {
    return this.#pages[ref >>> PAGE_SHIFT]?.[(ref >>> 4) & (PAGE - 1)] ?? null;
  }

  /** @param value null: none any more */
  set(ref: number, value: T | null): void {
    const number = ref >>> PAGE_SHIFT;
    while (this.#pages.length <= number) this.#pages.push(null);
    let page = this.#pages[number] as Page<T> | null;
    if (page === null) {
      page = new Array<T | null>(PAGE).fill(null);
      this.#pages[number] = page;
    }
    page[(ref >>> 4) & (PAGE - 1)] = value;
  }
}
