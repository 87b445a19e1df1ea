/** What axe-core finds against WCAG 2.2 AA on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** While a message fades in, its colours have too little contrast. */
const SHOWN = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => true)`;

interface Results {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** One line for each element that breaks a rule. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Past the policy of the page, which lets no script of a test in.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(SCRIPT);
  await page.evaluate(SHOWN);
  const run = `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: RULES } })})`;
  const { violations } = (await page.evaluate(run)) as Results;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary.replaceAll('\n', ' ')})`),
  );
}
