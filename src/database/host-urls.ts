const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The URLs of the single hosts of one that names several, `postgres://user@first:5432,second:5432/name`, as libpq takes
 * them. node-postgres takes one host, so they are tried in turn.
 */
export function hostUrls(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

/** Which of several hosts is believed to be the primary: whoever finds that it is not goes on to the next. */
export class HostTurn {
  readonly urls: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.urls = hostUrls(url);
  }

  get current(): string {
    return this.urls[this.#at] as string;
  }

  /** The host of this URL did not do: the next one is the current one, where another did not say so before. */
  failed(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.urls.length;
  }
}
