/** What axe-core finds against WCAG 2.2 AA on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SCRIPT = readFileSync(
  createRequire(import.meta.url)
    .resolve('axe-core')
    .replace(/js$/, 'min.js'),
  'utf8',
);
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OPTIONS = { runOnly: { type: 'tag', values: RULES }, resultTypes: ['violations'] };

/** In the page, which hands over lines alone: all that axe-core says takes longer to send than to find. */
const LOOK = `(async () => {
  // While a message fades in, its colours have too little contrast.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const { violations } = await axe.run(document, ${JSON.stringify(OPTIONS)});
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    id + ': ' + html.slice(0, 160) + ' (' + failureSummary.replaceAll('\\n', ' ') + ')'));
})()`;

/** One line for each element that breaks a rule. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Past the policy of the page, which lets no script of a test in.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(SCRIPT);
  return page.evaluate<string[]>(LOOK);
}
