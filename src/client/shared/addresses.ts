/** The addresses of one service, of which one is used until it fails: then the next one, in turn. */
export class Addresses {
  readonly #urls: readonly string[];
  #current = 0;

  /** @param urls such as https://ats.example.com, without /v3; throws TypeError for anything else */
  constructor(urls: string | readonly string[]) {
    this.#urls = [urls].flat().map((url) => new URL(url).href.replace(/\/+$/, ''));
    if (this.#urls.length === 0) throw new TypeError('at least one base URL is needed');
  }

  get count(): number {
    return this.#urls.length;
  }

  get current(): string {
    return this.#urls[this.#current]!;
  }

  /** Moves on, unless another call has already left the one that failed. */
  failed(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.#urls.length;
  }
}
