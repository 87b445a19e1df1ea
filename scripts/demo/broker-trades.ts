import { type BrokerDesk, orderOf, place, require } from './broker.ts';
import type { EventReader } from './event-reader.ts';

/** A quote on an RFQ order that is accepted and settled, and a trade that the operator busts. */
export async function quoteAndSettle(desk: BrokerDesk, events: EventReader): Promise<void> {
  const { api, operator, other, accounts, otherAccount, security } = desk;
  const rfq = orderOf(security, otherAccount, { type: 'RFQ', action: 'Sell', quantity: 50, price: '0' });
  const asked = await place(other, rfq, 'another client asks for quotes on 50 shares');
  const quote = { orderid: asked, memberid: '1', accountid: accounts[1], price: '9.70', quantity: 50 };
  const { quoteDetails } = await api.call('createQuote', quote, 'the broker bids 9.70');
  const { quoteId } = quoteDetails as { quoteId: string };
  await other.call('acceptQuote', { quoteId }, 'which is accepted');
  const quoted = await events.until(({ match }) => match?.price === '9.700000');
  const tradeID = quoted.match?.matchId ?? '';
  const settled = { memberid: '1', issuerid: security.issuerId, tradeID, tradeStatus: 'Settled' };
  await api.call('notifySettlement', settled, `trade ${tradeID} is settled`);
  await place(other, orderOf(security, otherAccount, { action: 'Sell', price: '9.75' }), 'another client offers 100');
  await place(api, orderOf(security, accounts[2], { price: '9.75' }), 'the broker buys them');
  const traded = await events.until(({ match }) => match?.price === '9.750000');
  const busted = traded.match?.matchId ?? '';
  await operator.call('bustTrade', { tradeID: busted, reason: 'entered by mistake' }, 'the operator busts it');
  await events.until(({ bust }) => bust?.tradeID === busted);
  const { tradeDetails } = await api.call('getSettlementStatus', { tradeID: busted }, 'what the broker reads');
  const { tradeStatus } = tradeDetails as { tradeStatus: string };
  console.log(`    ${tradeStatus}`);
  require(tradeStatus === 'BUSTED', 'the trade was not busted');
}
