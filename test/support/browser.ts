/** A real Chromium for tests of pages; without one they are skipped, and say so. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, describe } from 'vitest';

export const CHROMIUM = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';

export const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name as of another machine, which browsers do not trust over plain http.
  '--host-resolver-rules=MAP venue.example 127.0.0.1',
];

/** Short of the test's own, so that it says what it waited for, and longer than a busy machine takes. */
const WAIT_MS_MAX = 100_000;

/** A narrow telephone. */
export const NARROW = { width: 360, height: 740 };

/** Opens a page of a browser that ends with the tests of the file. */
export type OpenPage = () => Promise<Page>;

export function describeInBrowser(name: string, suite: (open: OpenPage) => void): void {
  if (!existsSync(CHROMIUM)) {
    describe.skip(`${name} (skipped: there is no ${CHROMIUM}; TEST_CHROMIUM says where one is)`, () => suite(none));
    return;
  }
  describe(name, () => {
    let context: Promise<BrowserContext> | undefined;
    const folder = mkdtempSync(join(tmpdir(), 'openats-browser-'));
    afterAll(async () => {
      await (await context)?.close();
      // Processes of the browser that end after it may still write there.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    });
    suite(async () => {
      context ??= chromium.launchPersistentContext(folder, {
        executablePath: CHROMIUM,
        args: ARGUMENTS,
        viewport: NARROW,
        timeout: WAIT_MS_MAX,
      });
      const page = await (await context).newPage();
      page.setDefaultTimeout(WAIT_MS_MAX);
      return page;
    });
  });
}

function none(): Promise<never> {
  throw new Error('there is no browser');
}
