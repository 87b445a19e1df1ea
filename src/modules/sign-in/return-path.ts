/** Where a browser goes after its sign-in: a page of the console, and nothing else (no open redirect). */
const HOME = '/console';
const LENGTH_MAX = 500;
const PATH = /^\/console(\/[\w.~%-]+){0,4}(\?[\w.~%&=+*,:@-]*)?$/;

/** The path if it is one of the console, otherwise its first page. */
export function returnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > LENGTH_MAX || !PATH.test(text)) return HOME;
  // A browser keeps %73 in an address, which the router reads as s.
  const pathname = decoded(new URL(text, 'http://venue.invalid').pathname);
  const isInside = pathname === HOME || pathname.startsWith(`${HOME}/`);
  return isInside && !pathname.startsWith(`${HOME}/sign-in`) ? text : HOME;
}

/** The path as the router reads it; malformed text is no path. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
