/** A browser without a window: keeps cookies by host, and follows redirects between venue and provider. */
export class CookieBrowser {
  readonly #jars = new Map<string, Map<string, string>>();

  jar(host: string): Map<string, string> {
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }

  /** One request, no redirect followed. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.jar(host);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }

  /** Follows redirects as long as `isOnTheWay` says of the next address; answers the last response and that address. */
  async follow(
    url: string,
    isOnTheWay: (next: string) => boolean = () => true,
  ): Promise<{ readonly response: Response; readonly next: string | undefined }> {
    let at = url;
    for (let steps = 0; steps < 20; steps++) {
      const response = await this.request(at);
      const location = response.headers.get('location');
      if (location === null) return { response, next: undefined };
      at = new URL(location, at).href;
      if (!isOnTheWay(at)) return { response, next: at };
    }
    throw new Error('too many redirects');
  }
}
