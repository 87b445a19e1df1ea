import type { Page, Request } from 'playwright-core';

/** The time of a call of the console, and a little more. */
const CALL_MS = 6500;

/** Calls of a kind fail until the page has given up the first of them. */
export async function loseCalls(page: Page, isLost: (request: Request) => boolean): Promise<void> {
  let first = 0;
  await page.route('**/v3/**', (route) => {
    if (!isLost(route.request())) return route.continue();
    first ||= Date.now();
    return Date.now() - first > CALL_MS ? route.continue() : route.abort('connectionrefused');
  });
}
