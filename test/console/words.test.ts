import { expect, test } from 'vitest';
import { inWords } from '../../console/src/data/words.ts';

test.each([
  ['priceBand must be at most 100', 'price band must be at most 100'],
  ['lotSize of the security is 5: the order has 36', 'lot size of the security is 5: the order has 36'],
  ['number_shares is missing', 'number shares is missing'],
  ['see https://example.com/someDocs/otherPage', 'see https://example.com/someDocs/otherPage'],
  ['no user ann.lee@myMail.example', 'no user ann.lee@myMail.example'],
  ['Sells McDonald shares', 'Sells McDonald shares'],
])('%s is said as %s', (text, words) => {
  expect(inWords(text)).toBe(words);
});
