/**
 * An order that is placed once, whatever happens on the way, and its outcome. BASE_URL, CLIENT_ID,
 * DEVELOPER_API_KEY, ISSUER and SECURITY say where, who and in what.
 */
import { ApiRefusal, NoAnswer, OpenAts } from 'openats/client';

const { BASE_URL = '', CLIENT_ID = '', DEVELOPER_API_KEY = '', ISSUER = '', SECURITY = '' } = process.env;
const ats = new OpenAts({ baseUrls: BASE_URL.split(','), clientID: CLIENT_ID, developerAPIKey: DEVELOPER_API_KEY });

// The events of the calls below begin here. A program keeps its cursor, and resumes after it.
const { cursor } = await ats.methods.getEvents({ after: 'latest' });

try {
  const { orderDetails } = await ats.methods.createOrder({
    memberid: '1',
    issuerid: ISSUER,
    securityid: SECURITY,
    type: 'Limit',
    action: 'Buy',
    quantity: 10,
    price: '9.50',
    expiration: 'Day',
    disclosePrice: 'Yes',
    solicited: 'Unsolicited',
  });
  console.log(`order ${orderDetails.orderId} is ${orderDetails.orderStatus}`);

  const stream = ats.stream();
  await stream.cancelOrder({ orderid: orderDetails.orderId });
  for await (const message of stream.orders({ since: cursor })) {
    if (message.type !== 'event' || message.event.eventType !== 'order') continue;
    const { order } = message.event;
    if (order.orderId !== orderDetails.orderId) continue;
    console.log(`${order.executionType}: ${order.orderStatus}, ${order.filledShares} filled`);
    if (order.orderStatus === 'Cancelled') break;
  }
  stream.close();
} catch (error) {
  if (error instanceof ApiRefusal) console.error(`refused (${error.statusCode}): ${error.message}`);
  else if (error instanceof NoAnswer) console.error(`unknown; ask again with the key ${error.idempotencyKey}`);
  else throw error;
  process.exitCode = 1;
}
