/** A real Chromium for tests of pages; without one they are skipped, and say so. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import { closeAfterTest } from './cleanup.ts';

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

/** Pages of a site share a process, and what it has compiled. */
const ONE_RENDERER = '--renderer-process-limit=1';

/** Short of the test's own, so that it says what it waited for, and longer than a busy machine takes. */
const WAIT_MS_MAX = 100_000;

/** A narrow telephone. */
export const NARROW = { width: 360, height: 740 };

/** Opens a page, which is closed after its test; one that a hook of a suite opened, with the suite. */
export type OpenPage = () => Promise<Page>;

/** Of all files of this process, for its start takes as long as a test; it ends with the process. */
let browser: Promise<Browser> | undefined;

/** With storage and cookies that no other one sees. */
async function newContext(): Promise<BrowserContext> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ONE_RENDERER], timeout: WAIT_MS_MAX });
  const context = await (await browser).newContext({ viewport: NARROW });
  // The window of the context stays open with it: a new one for each test takes longer than the test's page.
  await context.newPage();
  return context;
}

export function describeInBrowser(name: string, suite: (open: OpenPage) => void): void {
  if (!existsSync(CHROMIUM)) {
    describe.skip(`${name} (skipped: there is no ${CHROMIUM}; TEST_CHROMIUM says where one is)`, () => suite(none));
    return;
  }
  describe(name, () => {
    let context: Promise<BrowserContext> | undefined;
    let isInTest = false;
    beforeEach(() => {
      isInTest = true;
    });
    afterEach(() => {
      isInTest = false;
    });
    afterAll(async () => (await context)?.close());
    suite(async () => {
      context ??= newContext();
      const page = await (await context).newPage();
      page.setDefaultTimeout(WAIT_MS_MAX);
      if (isInTest) closeAfterTest(() => page.close());
      return page;
    });
  });
}

function none(): Promise<never> {
  throw new Error('there is no browser');
}
