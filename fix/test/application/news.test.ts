/** News of corporate actions (R7): the headline has the terms that say most. */
import { expect, test } from 'vitest';
import { newsOf } from '../../src/application/news.ts';
import { TAG } from '../../src/application/tags.ts';

type Of = Parameters<typeof newsOf>;

const NO_TERMS = { ratio: null, amount: null, intoSecurityId: null, mostShares: null };

test.each([
  [{ kind: 'Split', ratio: '2:1' }, 'Split 2:1: Announced'],
  [{ kind: 'Cash Dividend', amount: '0.250000' }, 'Cash Dividend 0.250000: Announced'],
  [{ kind: 'Conversion', ratio: '1:3', intoSecurityId: '8' }, 'Conversion 1:3 into 8: Announced'],
  [{ kind: 'Tender', mostShares: '1000' }, 'Tender up to 1000 shares: Announced'],
])('%o', (terms, headline) => {
  const action = { ...NO_TERMS, ...terms, securityId: '7', status: 'Announced', exDate: '2026-12-07', actionId: '3' };
  const event = { eventType: 'corporateAction', eventTime: '2026-12-01T15:00:00.000000Z', corporateAction: action };
  const securities = { fieldsOf: (id: string) => [[TAG.SecurityID, id]] };
  const { msgType, body } = newsOf(event as unknown as Of[0], securities as unknown as Of[1]);
  expect(msgType).toBe('B');
  const textOf = (tag: number) => body.find(([one]) => one === tag)?.[1];
  expect([textOf(TAG.Headline), textOf(TAG.SecurityID)]).toEqual([headline, '7']);
  expect(textOf(TAG.Text)).toBe(`${headline}. Corporate action 3, ex date 2026-12-07.`);
});
