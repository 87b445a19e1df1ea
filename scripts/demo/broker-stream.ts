import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type BrokerDesk, orderOf, place } from './broker.ts';
import type { EventReader } from './event-reader.ts';

/** The stream and a call that waits are cut; meanwhile the broker's order trades; the cursor has all of it. */
export async function comeBack(desk: BrokerDesk, events: EventReader): Promise<void> {
  const { api, other, accounts, otherAccount, security } = desk;
  const stream = new WebSocket(api.streamUrl, { headers: { authorization: api.authorization } });
  await once(stream, 'open');
  const snapshot = next(stream, 'snapshot');
  stream.send(JSON.stringify({ op: 'subscribe', channel: 'topOfBook', securityIds: [security.securityId], id: 1 }));
  await snapshot;
  const change = next(stream, 'update');
  const bid = await place(api, orderOf(security, accounts[1], { price: '9.80' }), 'a bid at 9.80');
  console.log(`  stream                             ${await change}`);
  await events.read();
  const waiting = events.cutOff();
  stream.terminate();
  await waiting;
  console.log('  stream, getEvents                  both lines are cut');
  await place(
    other,
    orderOf(security, otherAccount, { action: 'Sell', price: '9.80', quantity: 60 }),
    'another sells 60',
  );
  await place(other, orderOf(security, otherAccount, { action: 'Sell', price: '9.80', quantity: 40 }), 'and 40 more');
  await events.until(({ order }) => order?.orderId === bid && order.orderStatus === 'Executed');
  console.log(`    the bid is Executed, in two parts; nothing is missing and nothing came twice`);
}

/** Resolves with the next message of a type, in a line. Listens from now on: several come at once. */
function next(stream: WebSocket, type: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  stream.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; bid?: { price: string } | null };
    if (message.type === type) resolve(`${type}, bid ${message.bid?.price ?? 'none'}`);
  });
  return promise;
}
