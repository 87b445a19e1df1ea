import type { Page } from 'playwright-core';

interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** Opens a place of the console at the server and signs in with a key; resolves when the place is live. */
export async function signIn(page: Page, url: string, who: Credentials, place = ''): Promise<void> {
  await page.goto(`${url}/console${place === '' ? '' : `/${place}`}`);
  await page.getByLabel('Client id').fill(who.clientID);
  await page.getByLabel('Developer key').fill(who.developerAPIKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.connection[data-status="live"]').waitFor();
}
