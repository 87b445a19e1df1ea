/**
 * `npm run demo:offering`: a raise from its offering to its close, with investors who pay by ACH, card and from a
 * custody account, a debit that is returned, one that is voided, an investment that is cancelled, signed documents, an
 * accreditation, and two people who do not pass their checks; then its shares start to trade. Over HTTP only, against
 * a running sandbox; prints what it did, and the webhooks that it received.
 */
import { accredit } from './demo/accreditation.ts';
import { type ApiSession, Refused } from './demo/api-session.ts';
import { runDemo, type Sessions } from './demo/command.ts';
import { type Investment, invest } from './demo/investment.ts';
import { onboardInvestor } from './demo/investor.ts';
import { cancel, payAfterReturn, payByAch, payByCard, payByWireAfterVoid, payFromCustody } from './demo/payments.ts';
import { closeRaise, openRaise } from './demo/raise.ts';
import { showReview } from './demo/review.ts';
import { showVenue, tradeAmong } from './demo/trading.ts';
import { Receiver } from './demo/webhooks.ts';

const ONCE = [
  ...['updateTradeTransactionType', 'cancelInvestment', 'updateExternalAccount', 'requestForVoidACH', 'ccFundMove'],
  ...['createCustodyAccountRequest', 'createCustodyFundMove', 'requestAiVerification', 'uploadVerificationDocument'],
  ...['updateAiVerification', 'closeOffering', 'admitOffering'],
];
/** Those of each of the six investments, and of the money that moves. */
const SEVERAL = {
  ...{ createTrade: 6, updateTrade: 6, updateTradeStatus: 13, updateEligibleToCloseStatus: 6 },
  ...{ updateDocuSignStatus: 6, createExternalAccount: 5, externalFundMove: 5, updateExternalFundMoveStatus: 9 },
  ...{ updateCCFundMoveStatus: 2, createOrder: 5 },
};
const EXPECTED = [
  ...ONCE,
  ...Object.entries(SEVERAL).flatMap(([method, times]) => Array.from({ length: times }, () => method)),
];
/** Only where the market is open. */
const MATCHED = 'matchedTradenotify';

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

async function offering({ api, operator }: Sessions): Promise<void> {
  if (operator === undefined) {
    throw new Refused('the operator decides here too: the key in sandbox-operator.json of the data folder is needed');
  }
  const receiver = new Receiver();
  try {
    console.log('Webhooks');
    await receiver.register(api, { expected: EXPECTED, otherwise: [MATCHED] });
    console.log('\nThe issuer and its offering');
    const raise = await openRaise(api);
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
      await api.call(
        'updateTradeStatus',
        { tradeId, accountId, orderStatus: 'SETTLED' },
        `trade ${tradeId} is settled`,
      );
    }
    await closeRaise(api, raise);
    console.log('\nThe shares trade');
    const orders = await tradeAmong(api, raise, kept);
    const matches = await showVenue(api, raise, orders);
    receiver.expect(MATCHED, matches);
    console.log('\nWebhooks that came');
    await receiver.show();
    console.log('\nWebhooks are taken back');
    await receiver.retire(api);
  } finally {
    receiver.close();
  }
  console.log(`\n${api.calls + operator.calls} calls, all of them accepted.`);
}

await runDemo('demo:offering', offering);
