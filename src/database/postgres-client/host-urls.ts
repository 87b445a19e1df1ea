const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The URLs of the single hosts of a URL with several, `postgres://user@first:5432,second:5432/name`, as libpq accepts
 * it. node-postgres accepts one host, so they are tried in turn.
 */
export function hostUrls(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

/** The host that is probably the primary; after a failed connection the next one is used. */
export class HostTurn {
  readonly urls: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.urls = hostUrls(url);
  }

  get current(): string {
    return this.urls[this.#at] as string;
  }

  /** Reports that the host of this URL is not the primary: the next one becomes current, unless it already is. */
  failed(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.urls.length;
  }
}
