/**
 * `npm run demo:broker`: a broker with three accounts runs into each of its limits, keeps from trading with itself,
 * takes its orders back, arms a dead man's timer, loses its connection and comes back by its cursor, quotes on an RFQ
 * order, settles, and receives the bust of a trade. Over HTTP and the stream only, against a running sandbox whose
 * market is open; prints what it did, and the webhooks that it received.
 */

import { Refused } from './demo/api-session.ts';
import { openBroker } from './demo/broker.ts';
import { hitLimits } from './demo/broker-limits.ts';
import { takeBack } from './demo/broker-safety.ts';
import { comeBack } from './demo/broker-stream.ts';
import { quoteAndSettle } from './demo/broker-trades.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { EventReader } from './demo/event-reader.ts';
import { Receiver } from './demo/webhooks.ts';

/** Those of the five matches, and of what became of the broker's orders. */
const EXPECTED = [
  ...['createOrder', 'cancelOrder', 'updateQuote', 'notifySettlement', 'bustTrade'],
  ...Array.from({ length: 5 }, () => 'matchedTradenotify'),
  ...Array.from({ length: 13 }, () => 'updateOrder'),
];

async function broker({ api, operator }: Sessions): Promise<void> {
  if (operator === undefined) {
    throw new Refused('the operator sets limits: the key in sandbox-operator.json of the data folder is needed');
  }
  const receiver = new Receiver();
  try {
    console.log('The broker, its accounts, and a security');
    const desk = await openBroker(api, operator);
    console.log('\nWebhooks');
    await receiver.register(desk.api, { expected: EXPECTED, otherwise: [] });
    const events = new EventReader(desk.api);
    console.log('\nEach limit');
    await hitLimits(desk);
    console.log('\nNo trade with itself, and back with all of it');
    await takeBack(desk, events);
    console.log('\nThe line breaks');
    await comeBack(desk, events);
    console.log('\nA quote, and what comes after a trade');
    await quoteAndSettle(desk, events);
    console.log('\nAll that the broker received by its cursor');
    events.show();
    console.log('\nWebhooks that came');
    await receiver.show();
    console.log('\nWebhooks are taken back');
    await receiver.retire(desk.api);
    console.log(`\n${api.calls + operator.calls + desk.api.calls} calls did what they had to.`);
  } finally {
    receiver.close();
  }
}

await runDemo('demo:broker', broker);
