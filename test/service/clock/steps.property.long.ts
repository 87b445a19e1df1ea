/**
 * Whether the clock is moved at once or in any steps, what happens is the same, event for event and file for file: a
 * generated flow of calls at certain times, once with advances from call to call alone, once with others between. Links
 * of hosted pages and documents end at their times, too.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiSession } from '../../../scripts/demo/api-session.ts';
import { aDocument } from '../../../scripts/demo/document.ts';
import type { ExchangeEvent } from '../../../src/exchange/api/index.ts';
import { readSandboxCredentials } from '../../../src/service/sandbox/credentials.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { microsOf } from '../../support/manual-time.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { Sandbox, START } from './sandbox.ts';

const DAYS = 12;
const MINUTES = DAYS * 24 * 60;
/** Without a random end: it differs from venue to venue. */
const PLAN = { auctions: [{ at: 'Close', callSeconds: 300, noCancelSeconds: 60 }] };
const WEBHOOKS = ['updateExternalFundMoveStatus', 'updateTradeStatus', 'updateOrder', 'matchedTradenotify'];

const call = fc.record({
  minute: fc.nat(MINUTES),
  kind: fc.constantFrom('buy', 'sell', 'debit', 'timer', 'halt', 'receiver', 'split', 'links'),
  size: fc.integer({ min: 1, max: 9 }),
});

/** Of documents; forms for cards hold for a day. */
const DOCUMENT_LINK_MINUTES = 2 * 24 * 60;
const LINK_MINUTES = [24 * 60, DOCUMENT_LINK_MINUTES] as const;
/** Just before and after the links of the first call end. */
const LOOKS: readonly Call[] = [0, ...LINK_MINUTES.flatMap((minutes) => [minutes - 1, minutes + 1])].map((minute) => ({
  ...{ minute, kind: 'links', size: 1 },
}));

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** What of an event can be compared: the ids of records differ from sandbox to sandbox. */
function shown(event: ExchangeEvent): unknown[] {
  const { type, seq, time } = event;
  if (event.type === 'order') {
    const { orderId, status, quantity, remaining } = event.order;
    return [type, seq, time, orderId, event.change, status, quantity, remaining, event.reason];
  }
  if (event.type === 'match') return [type, seq, time, event.match.matchId, event.match.quantity, event.match.price];
  return event.type === 'market' ? [type, seq, time, event.market, event.reason] : [type, seq, time];
}

async function ran(calls: readonly Call[], steps: readonly number[]) {
  const sandbox = await Sandbox.open({ DOCUMENT_LINK_SECONDS: `${60 * DOCUMENT_LINK_MINUTES}` });
  const investor = await sandbox.invest();
  const other = await sandbox.invest();
  const seller = { ...investor, accountId: other.accountId };
  const received: string[] = [];
  let isUp = true;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(`${sandbox.now} ${request.url}`);
      response.writeHead(isUp ? 200 : 500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(() => server.close());
  for (const method of WEBHOOKS) {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${method}`;
    await sandbox.call('registerWebhook', { method, url, retries: 'Yes' });
  }
  await sandbox.service.listen();
  const { clientID, developerAPIKey } = readSandboxCredentials(sandbox.config.DATA_DIR, 'operator');
  const operate = async (method: string, fields: object) => {
    const answer = await fetch(`${sandbox.service.addresses.api}/v3/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clientID}:${developerAPIKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    return ((await answer.json()) as { statusCode: string }).statusCode;
  };
  const own = readSandboxCredentials(sandbox.config.DATA_DIR, 'client');
  const session = new ApiSession(sandbox.service.addresses.api, `${own.clientID}:${own.developerAPIKey}`);
  const { accountId, partyId, securityId } = investor;
  await session.upload('uploadPartyDocument', { partyId }, 'Passport', aDocument('passport.pdf'));
  const links: string[] = [];
  const opened: { readonly now: string; readonly states: readonly number[] }[] = [];
  /** A form for a card and a document, after all earlier ones were opened. */
  const openLinks = async () => {
    const states = await Promise.all(links.map(async (link) => (await fetch(link)).status));
    opened.push({ now: sandbox.now, states });
    links.push(String((await sandbox.call('linkCreditCard', { accountId })).accountDetails));
    const { partyDocumentDetails } = await sandbox.call('getPartyDocument', { partyId });
    const [document] = partyDocumentDetails as [{ documentUrl: string }];
    links.push(document.documentUrl);
  };
  expect(await operate('setAuctionPlan', { securityId, plan: PLAN })).toBe('101');
  await sandbox.freeze();
  const dayAfter = (days: number) => {
    const date = new Date(microsOf(sandbox.now) / 1000 + days * 86_400_000).toISOString().slice(0, 10);
    const [year, month, day] = date.split('-');
    return `${month}-${day}-${year}`;
  };
  const make = async ({ kind, size }: Call) => {
    if (kind === 'buy' || kind === 'sell') {
      const isBuy = kind === 'buy';
      const expiration = (['GTC', 'Day', 'Other'] as const)[size % 3]!;
      await sandbox.order(isBuy ? investor : seller, {
        ...{ action: isBuy ? 'Buy' : 'Sell', quantity: size, price: String(isBuy ? 10 : 9 + (size % 3)), expiration },
        ...(expiration === 'Other' ? { expirationDate: dayAfter(size) } : {}),
      });
    } else if (kind === 'debit') await sandbox.debit(investor, size);
    else if (kind === 'links') await openLinks();
    else if (kind === 'timer') await sandbox.call('cancelAllAfter', { seconds: size * 60 });
    else if (kind === 'halt')
      await sandbox
        .call(size % 2 === 0 ? 'resumeSecurity' : 'haltSecurity', {
          ...{ securityId: investor.securityId, reason: 'News is pending' },
        })
        .catch(() => {});
    else if (kind === 'split') {
      const exDate = dayAfter(size);
      // Refused of a day without trading, and while another one is announced for it.
      await operate('createCorporateAction', {
        ...{ securityId, kind: 'Split', ratio: '2:1', fractions: 'Cash', cashPrice: '5.12', note: 'Example' },
        ...{ exDate, recordDate: exDate, payDate: dayAfter(size + 3) },
      });
    } else isUp = !isUp;
  };
  const at = (minute: number) => new Date(microsOf(START) / 1000 + minute * 60_000).toISOString();
  const stops = [
    ...steps.map((minute) => ({ minute, of: undefined })),
    ...[...calls, ...LOOKS].map((of) => ({ minute: of.minute, of })),
  ];
  for (const { minute, of } of stops.sort((a, b) => a.minute - b.minute)) {
    expect(await sandbox.advance({ to: at(minute) })).toMatchObject({ state: 'Done' });
    if (of !== undefined) await make(of);
  }
  await sandbox.advance({ to: at(MINUTES) });
  const result = { events: sandbox.events.map(shown), files: sandbox.files(), received: received.sort(), opened };
  await sandbox.service.stop();
  return result;
}

test('an advance at once and in steps do the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 5, maxLength: 25 }),
      fc.array(fc.nat(MINUTES), { minLength: 10, maxLength: 60 }),
      async (calls, steps) => {
        const [inSteps, atOnce] = [await ran(calls, steps), await ran(calls, [])];
        expect(inSteps.files).toEqual(atOnce.files);
        expect(inSteps.received).toEqual(atOnce.received);
        expect(inSteps.opened).toEqual(atOnce.opened);
        const [, ...later] = atOnce.opened;
        for (const { now, states } of later) {
          const minutes = (Date.parse(now) - Date.parse(START)) / 60_000;
          const ofFirst = [minutes < LINK_MINUTES[0] ? 200 : 410, minutes < LINK_MINUTES[1] ? 200 : 403];
          expect(states.slice(0, 2), `after ${minutes} minutes`).toEqual(ofFirst);
        }
        expect(inSteps.events).toEqual(atOnce.events);
      },
    ),
    // Each is two starts of the service; it is not made smaller, which would take as many again.
    { numRuns: THOROUGH ? 20 : 2, endOnFailure: true },
  );
});
