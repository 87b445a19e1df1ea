/** Optional terms of orders, whatever they are called: what a message says, and what a report shows. */
import { expect, test } from 'vitest';
import { instructionsOf, termFields, termsIn } from '../../src/application/order-terms.ts';
import type { Message } from '../../src/codec/index.ts';

test('terms of each kind are read from their fields, and reports write them back', () => {
  const terms = {
    flag: { fix: { tag: 5100, name: 'Flag' } },
    shares: { shares: true, fix: { tag: 5101, name: 'Shares' } },
    choice: { words: ['One', 'Two Three'], fix: { tag: 528, name: 'Choice', values: ['A', 'R'] } },
    clock: { clock: true, fix: { tag: 5103, name: 'Clock' } },
    instruction: { fix: { execInst: '7' } },
    hidden: { hidden: true, fix: { tag: 5104, name: 'Hidden' } },
    other: {},
  } as const;
  const fields = [
    [5100, 'Y'],
    [5101, '40'],
    [528, 'R'],
    [5103, '16:05'],
    [5104, 'Y'],
  ] as const;
  const message: Message = { msgType: 'D', fields: [...fields, [18, 'G 7']] };
  expect(instructionsOf(message, terms)).toEqual(new Set(['G', '7']));
  const sent = { flag: 'Yes', shares: '40', choice: 'Two Three', clock: '16:05', instruction: 'Yes', hidden: 'Yes' };
  expect(termsIn(message, terms)).toEqual(sent);
  expect(termFields({ ...sent, shares: '40.000000' }, terms)).toEqual(fields.slice(0, -1));
  const none: Message = { msgType: 'D', fields: [[5100, 'N']] };
  expect([termsIn(none, terms), termFields({}, terms)]).toEqual([{}, []]);
  const wrong: Message = { msgType: 'D', fields: [[528, 'Q']] };
  expect(() => termsIn(wrong, terms)).toThrow('Choice (528) must be A or R');
  expect(() => instructionsOf(message, {})).toThrow('ExecInst (18) 7 is not supported: G is all-or-none');
});
