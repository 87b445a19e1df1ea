import type { TopView } from '../../src/client/index.ts';
import { type BrokerDesk, orderOf, place } from './broker.ts';
import type { EventReader } from './event-reader.ts';

/** The stream and a call that waits are cut; meanwhile the broker's order trades; the cursor has all of it. */
export async function comeBack(desk: BrokerDesk, events: EventReader): Promise<void> {
  const { api, other, accounts, otherAccount, security } = desk;
  const stream = api.ats.stream();
  const states = stream.topOfBook(security.securityId)[Symbol.asyncIterator]();
  await states.next();
  const change = states.next();
  const bid = await place(api, orderOf(security, accounts[1], { price: '9.80' }), 'a bid at 9.80');
  console.log(`  stream                             bid ${priceOf((await change).value?.bid)}`);
  await events.read();
  const waiting = events.cutOff();
  stream.close();
  await waiting;
  console.log('  stream, getEvents                  both connections are cut');
  await place(
    other,
    orderOf(security, otherAccount, { action: 'Sell', price: '9.80', quantity: 60 }),
    'another sells 60',
  );
  await place(other, orderOf(security, otherAccount, { action: 'Sell', price: '9.80', quantity: 40 }), 'and 40 more');
  await events.until(({ order }) => order?.orderId === bid && order.orderStatus === 'Executed');
  console.log(`    the bid is Executed, in two parts; nothing is missing and nothing came twice`);
}

function priceOf(side: TopView['bid'] | undefined): string {
  return side && 'price' in side ? side.price : 'none';
}
