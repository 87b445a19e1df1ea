import { expect, test } from 'vitest';
import { outcomeLines, type ScriptEnd } from '../../console/src/data/script-outcomes.ts';

const done = (answer: object): ScriptEnd => ({ state: 'Done', outcome: JSON.stringify(answer) });
const failed = (outcome: string): ScriptEnd => ({ state: 'Failed', outcome });
const entered = { orderDetails: { orderId: '101401', orderStatus: 'Live' } };
const pending = { orderDetails: { orderId: '101402', orderStatus: 'Pending' } };
const fill = (reached: string, others: string, left: string, cancelled = '0', order: object = entered) =>
  done({ fill: { reached, others, left, cancelled }, ...order });

test.each<[ScriptEnd, ...string[]]>([
  [{ state: 'Waiting', outcome: null }],
  [fill('100', '0', '0'), '100 shares reached the order.'],
  [
    fill('1', '1200', '40'),
    '1 share reached the order, 1,200 shares went to other orders, 40 shares wait in the book.',
  ],
  [fill('0', '0', '50'), 'No share reached the order at once, 50 shares wait in the book.'],
  [fill('2', '0', '1'), '2 shares reached the order, 1 share waits in the book.'],
  [fill('0', '0', '50', '0', pending), 'No share reached the order at once, 50 shares wait for approval.'],
  [fill('3', '0', '0', '9'), '3 shares reached the order, 9 shares were cancelled.'],
  [done(entered), 'Order 101401 is entered.'],
  [done({ cancelledOrders: [] }), 'No order was left.'],
  [done({ cancelledOrders: [{}, {}] }), '2 orders are cancelled.'],
  [
    done({ quoteDetails: { quoteId: '7', quantity: '100.000000', price: '10.300000' } }),
    'Quote 7: 100 shares at 10.30.',
  ],
  [done({ blockDetails: { blockId: '9', blockStatus: 'Confirmed' } }), 'Block 9: confirmed.'],
  [done({ tradeStatus: 'Canceled' }), 'The settlement is reported: cancelled.'],
  [done({ tradeDetails: { tradeID: '100100', tradeStatus: 'BUSTED' } }), 'Trade 100100: busted.'],
  [done({ refNum: '5', code: 'R01', outcome: 'returned' }), 'R01 for payment 5: returned.'],
  [done({ refNum: '5', status: 'Returned' }), 'Payment 5: returned.'],
  [done({ signatureId: '3', status: 'DECLINED' }), 'Document 3: declined.'],
  [
    done({ review: { kycStatus: 'Needs More Info', amlStatus: 'Pending' } }),
    'Identity: Needs More Info; watch list: Pending.',
  ],
  [{ state: 'Done', outcome: '{"cancelledOrders":[{"ord' }, 'It is done.'],
  [
    failed('190 the debit is Pending: it has not gone to the bank'),
    'The debit is Pending: it has not gone to the bank (190)',
  ],
  [
    failed('106 <br />minimumThreshold&nbsp;&nbsp;: Missing<br />price&nbsp;&nbsp;: must be a number'),
    'Minimum threshold: Missing (106)',
    'Price: must be a number (106)',
  ],
  [failed('internal error'), 'Internal error'],
])('what came of a script is read in words (%#)', (script, ...lines) => {
  expect(outcomeLines(script)).toEqual(lines);
});
