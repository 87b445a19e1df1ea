/**
 * `npm run demo`: a raise from its offering to its close, and then a broker. Investors pay by ACH, card and from a
 * custody account; a debit is returned, one is voided, an investment is cancelled, two people do not pass their
 * checks; then the shares start to trade. The broker, with three accounts, runs into each of its limits, keeps from
 * trading with itself, loses its connection and resumes from its cursor, quotes, settles, and receives the bust of a
 * trade. Over HTTP and the stream only, against a running sandbox whose market is open; prints what it did, and the
 * webhooks that came.
 */
import { accredit } from './demo/accreditation.ts';
import { type ApiSession, Refused } from './demo/api-session.ts';
import { openBroker } from './demo/broker.ts';
import { hitLimits } from './demo/broker-limits.ts';
import { takeBack } from './demo/broker-safety.ts';
import { comeBack } from './demo/broker-stream.ts';
import { quoteAndSettle } from './demo/broker-trades.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { EventReader } from './demo/event-reader.ts';
import { type Investment, invest } from './demo/investment.ts';
import { onboardInvestor } from './demo/investor.ts';
import type { Security } from './demo/offering.ts';
import { cancel, payAfterReturn, payByAch, payByCard, payByWireAfterVoid, payFromCustody } from './demo/payments.ts';
import { closeRaise, openRaise } from './demo/raise.ts';
import { showReview } from './demo/review.ts';
import { requireSettings } from './demo/settings.ts';
import { requireOpen, showVenue, tradeAmong } from './demo/trading.ts';
import { Receiver } from './demo/webhooks.ts';

/** How often each webhook of the raise must come: six investments, the money that moves, and four matches. */
const OF_RAISE = {
  ...{ updateTradeTransactionType: 1, cancelInvestment: 1, updateExternalAccount: 1, requestForVoidACH: 1 },
  ...{ ccFundMove: 1, createCustodyAccountRequest: 1, createCustodyFundMove: 1, requestAiVerification: 1 },
  ...{ uploadVerificationDocument: 1, updateAiVerification: 1, closeOffering: 1, admitOffering: 1 },
  ...{ createTrade: 6, updateTrade: 6, updateTradeStatus: 13, updateEligibleToCloseStatus: 6 },
  ...{ updateDocuSignStatus: 6, createExternalAccount: 5, externalFundMove: 5, updateExternalFundMoveStatus: 9 },
  ...{ updateCCFundMoveStatus: 2, createOrder: 5, matchedTradenotify: 4 },
};
/** Those of the broker: five matches, and what became of its orders. */
const OF_BROKER = {
  ...{ createOrder: 1, cancelOrder: 1, updateQuote: 1, notifySettlement: 1, bustTrade: 1 },
  ...{ matchedTradenotify: 5, updateOrder: 13 },
};

interface Purchase {
  readonly title: string;
  readonly units: number;
  readonly transactionType: string;
  readonly pay: (api: ApiSession, operator: ApiSession, investment: Investment) => Promise<void>;
}

/** Each investor buys that many units, and pays in their own way; the last one changes their mind. */
const PURCHASES: readonly Purchase[] = [
  {
    title: 'by ACH, accredited',
    units: 4000,
    transactionType: 'ACH',
    pay: async (api, _operator, investment) => {
      await payByAch(api, investment);
    },
  },
  {
    title: 'by ACH, with a debit that the bank returns',
    units: 2000,
    transactionType: 'ACH',
    pay: (api, _operator, investment) => payAfterReturn(api, investment),
  },
  {
    title: 'by wire, after a debit that is voided',
    units: 1500,
    transactionType: 'ACH',
    pay: (api, _operator, investment) => payByWireAfterVoid(api, investment),
  },
  { title: 'by card', units: 300, transactionType: 'CREDITCARD', pay: payByCard },
  { title: 'from a custody account', units: 2500, transactionType: 'CUSTODY', pay: payFromCustody },
  {
    title: 'by ACH, and changes their mind',
    units: 1000,
    transactionType: 'ACH',
    pay: async (api, operator, investment) => {
      const refNum = await payByAch(api, investment);
      await cancel(api, operator, investment, refNum);
    },
  },
];

async function show({ api, operator }: Sessions): Promise<void> {
  if (operator === undefined) {
    throw new Refused('the operator decides here too: the key in sandbox-operator.json of the data folder is needed');
  }
  await requireSettings(api);
  const raise = await showRaise(api, operator);
  await showBroker(api, operator, raise);
}

async function showRaise(api: ApiSession, operator: ApiSession): Promise<Security> {
  console.log('The issuer and its offering');
  const raise = await openRaise(api);
  return withWebhooks(api, OF_RAISE, async () => {
    const investments: Investment[] = [];
    for (const [index, { title, pay, ...purchase }] of PURCHASES.entries()) {
      console.log(`\nInvestor ${index + 1} of ${PURCHASES.length}, ${title}`);
      const investor = await onboardInvestor(api, index + 1);
      if (index === 0) await accredit(api, operator, investor);
      const investment = await invest(api, raise, investor, purchase);
      await pay(api, operator, investment);
      investments.push(investment);
    }
    console.log('\nWho does not pass');
    await showReview(api, operator);
    console.log('\nThe close');
    const kept = investments.slice(0, -1);
    for (const { tradeId, accountId } of kept) {
      const settled = { tradeId, accountId, orderStatus: 'SETTLED' };
      await api.call('updateTradeStatus', settled, `trade ${tradeId} is settled`);
    }
    await closeRaise(api, raise);
    await requireOpen(api, raise);
    console.log('\nThe shares trade');
    await showVenue(api, raise, await tradeAmong(api, raise, kept));
    return raise;
  });
}

/** It may not trade the shares of the raise. */
async function showBroker(api: ApiSession, operator: ApiSession, raise: Security): Promise<void> {
  console.log('\nA broker, its accounts, and a security');
  const desk = await openBroker(api, operator, raise);
  await withWebhooks(desk.api, OF_BROKER, async () => {
    const events = new EventReader(desk.api);
    console.log('\nEach limit');
    await hitLimits(desk);
    console.log('\nNo trade with itself, and all orders taken back');
    await takeBack(desk, events);
    console.log('\nThe connection breaks');
    await comeBack(desk, events);
    console.log('\nA quote, and what comes after a trade');
    await quoteAndSettle(desk, events);
    console.log('\nAll that the broker received by its cursor');
    events.show();
  });
  console.log(`\n${api.calls + operator.calls + desk.api.calls} calls did what they had to.`);
}

/** Registers a receiver for webhooks of the client, each as often as `expected`; all must come after the work. */
async function withWebhooks<T>(
  client: ApiSession,
  expected: Readonly<Record<string, number>>,
  work: () => Promise<T>,
): Promise<T> {
  const receiver = new Receiver(expected);
  try {
    console.log('\nWebhooks');
    await receiver.register(client);
    const result = await work();
    console.log('\nWebhooks that came');
    await receiver.show();
    console.log('\nWebhooks are taken back');
    await receiver.retire(client);
    return result;
  } finally {
    receiver.close();
  }
}

await runDemo('demo', show);
