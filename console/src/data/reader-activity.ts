/** Whether somebody works with the page: calls of a page that refreshes itself do not keep a session alive. */

const ACTIVE_MS = 60_000;
let lastInputAt = Date.now();

for (const kind of ['keydown', 'pointerdown', 'wheel']) {
  addEventListener(
    kind,
    () => {
      lastInputAt = Date.now();
    },
    { capture: true, passive: true },
  );
}

/** Of each call with a session's cookie. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  return { 'x-openats-console': Date.now() - lastInputAt < ACTIVE_MS ? '1' : 'background' };
}
