import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { diskFolder } from '../support/disk.ts';
import type { OrderParties } from '../support/order-requests.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { StreamChild } from './child.ts';
import { clock_ms } from './clock.ts';
import { type Effort, pacedOrder, subscribersText } from './measurements.ts';
import type { StreamReport } from './report.ts';
import type { Received, SubscribersOrder } from './subscribers.ts';

/** The way of an order through the whole program: one bid after another over HTTP, each of which changes the top. */
export async function measureOrders(
  subscriberCounts: readonly number[],
  effort: Effort,
  report: StreamReport,
): Promise<void> {
  const folder = diskFolder();
  const venue = await VenueProcess.start(`${folder}/data`, [], { STREAM_CONNECTIONS_PER_CLIENT_MAX: '20000' });
  const { child } = await StreamChild.start<SubscribersOrder>('./subscribers.ts');
  try {
    for (const subscribers of subscriberCounts) await measure({ venue, child }, subscribers, effort, report);
  } finally {
    child.close();
    await venue.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Processes {
  readonly venue: VenueProcess;
  readonly child: StreamChild<SubscribersOrder>;
}

async function measure(
  { venue, child }: Processes,
  subscribers: number,
  effort: Effort,
  report: StreamReport,
): Promise<void> {
  const parties = venue.parties();
  await child.ask({
    op: 'connect',
    port: venue.port,
    authorization: `Bearer ${parties.clientID}:${parties.developerAPIKey}`,
    subscribers,
    securities: [parties.securityId],
    channels: 'top',
    snapshots: true,
    slow: false,
  });
  const { updates, interval_ms } = pacedOrder(subscribers, effort);
  const answers: number[][] = [];
  const first: number[][] = [];
  const last: number[][] = [];
  for (let repetition = -1; repetition < effort.repetitions; repetition++) {
    await child.ask({ op: 'expect', deliveries: updates * subscribers, updates });
    const { sentAt_ms, answeredAt_ms } = await sendBids(venue.port, parties, updates, interval_ms ?? 0);
    const { firstAt_ms, lastAt_ms } = (await child.ask({ op: 'result' })) as Received;
    if (repetition < 0) continue;
    const since = (times: readonly number[]) =>
      times.map((at, i) => at - (sentAt_ms[i] ?? Number.NaN)).sort((a, b) => a - b);
    answers.push(since(answeredAt_ms));
    first.push(since(firstAt_ms));
    last.push(since(lastAt_ms));
  }
  report.group(`the whole program, ${subscribersText(subscribers)}`);
  report.addLatency('createOrder to its answer', answers);
  report.addLatency('createOrder to first subscriber', first);
  report.addLatency('createOrder to last subscriber', last);
  await child.ask({ op: 'disconnect', slow: false });
}

interface Sent {
  readonly sentAt_ms: readonly number[];
  readonly answeredAt_ms: readonly number[];
}

/** One bid of one share each interval, at one price that nobody sells at: the quantity of the top grows by each. */
async function sendBids(port: number, parties: OrderParties, count: number, interval_ms: number): Promise<Sent> {
  const client = new Client(`http://127.0.0.1:${port}`);
  const body = JSON.stringify({
    memberid: '1',
    issuerid: parties.issuerId,
    accountid: parties.accountId,
    securityid: parties.securityId,
    type: 'Limit',
    action: 'Buy',
    quantity: 1,
    price: '10.00',
    expiration: 'GTC',
    disclosePrice: 'Yes',
    contingencies: 'None',
    solicited: 'Unsolicited',
  });
  const headers = {
    authorization: `Bearer ${parties.clientID}:${parties.developerAPIKey}`,
    'content-type': 'application/json',
  };
  const sentAt_ms: number[] = [];
  const answeredAt_ms: number[] = [];
  for (let i = 0; i < count; i++) {
    sentAt_ms.push(clock_ms());
    const answer = await client.request({ path: '/v3/createOrder', method: 'POST', headers, body });
    const text = await answer.body.text();
    answeredAt_ms.push(clock_ms());
    if (!text.includes('"statusCode":"101"')) throw new Error(`an order was refused: ${text}`);
    await setTimeout(interval_ms);
  }
  await client.close();
  return { sentAt_ms, answeredAt_ms };
}
