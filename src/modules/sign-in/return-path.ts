/** Where a browser goes after its sign-in: a page of the console, and nothing else (no open redirect). */
const HOME = '/console';
const LENGTH_MAX = 500;
const PATH = /^\/console(\/[\w.~%-]+){0,4}(\?[\w.~%&=+*,:@-]*)?$/;

/** The path if it is one of the console, otherwise its first page. */
export function returnPath(text: unknown): string {
  if (typeof text !== 'string' || text.length > LENGTH_MAX || !PATH.test(text)) return HOME;
  const { pathname } = new URL(text, 'http://venue.invalid');
  const isInside = pathname === HOME || pathname.startsWith(`${HOME}/`);
  return isInside && !pathname.startsWith(`${HOME}/sign-in`) ? text : HOME;
}
