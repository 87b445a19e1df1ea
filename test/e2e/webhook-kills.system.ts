/**
 * The real server is killed with SIGKILL while clients change things and webhooks go out, again and again, on one data
 * folder: each change that was acknowledged is there once, each has its webhook, and what was sent twice has one id.
 *
 * KILLS: how often (1 when not set).
 */

import { expect, test } from 'vitest';
import { DEMO_PARTY } from '../../src/modules/examples/demo.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { databaseSetting } from './support/database-setting.ts';
import { call, mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const CALLERS = 4;
/** Calls that are answered before each kill. */
const CALLS_A_ROUND = 25;

interface PartyPage {
  readonly parties: readonly { readonly lastName: string }[];
  readonly pagination: { readonly totalRecords: number };
}

interface Change {
  readonly key: string;
  partyId: string | null;
}

describeOnEachDatabase('changes and their webhooks', (databases) => {
  test(`survive ${KILLS} kills`, { timeout: killLimitMs(KILLS) }, async () => {
    const { url } = await databases.location();
    const dataDir = temporaryFolder();
    const settings = {
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      ...databaseSetting(url),
    };
    const start = () => ServerProcess.start({ dataDir, settings });
    const receiver = await WebhookReceiver.start();
    let server = await start();
    // Where the receiver does not answer within seconds, the webhook is sent again.
    const webhook = { method: 'createParty', url: receiver.urlFor('createParty'), retries: 'Yes' };
    await mustCall(server, 'registerWebhook', webhook);
    const changes: Change[] = [];
    for (let round = 1; round <= KILLS; round++) {
      await changeUntilKilled(server, changes);
      server = await start();
      // What has no answer is asked for again with its key: done once, whether or not it had been done.
      for (const change of changes) change.partyId ??= await createParty(server, change.key);
    }
    const sent = await receivedOf(receiver, changes);
    expect(new Set(changes.map(({ partyId }) => partyId)).size).toBe(changes.length);
    for (const [partyId, deliveryIds] of sent) expect(deliveryIds.size, partyId).toBe(1);
    const parties = await countOf(server, changes);
    expect(parties).toBe(changes.length);
  });
});

async function changeUntilKilled(server: ServerProcess, changes: Change[]): Promise<void> {
  let answered = 0;
  const work = async () => {
    for (;;) {
      const change: Change = { key: `party-${changes.length}`, partyId: null };
      changes.push(change);
      try {
        change.partyId = await createParty(server, change.key);
      } catch {
        return;
      }
      if (++answered === CALLS_A_ROUND) server.signal('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  expect(answered, server.account()).toBeGreaterThanOrEqual(CALLS_A_ROUND);
  await server.exited;
}

async function createParty(server: ServerProcess, key: string): Promise<string> {
  const body = { ...DEMO_PARTY, lastName: key };
  const reply = await call(server, 'createParty', body, { verb: 'PUT', headers: { 'idempotency-key': key } });
  if (reply.body.statusCode !== '101') throw new Error(JSON.stringify(reply.body));
  const [, [{ partyId }]] = reply.body.partyDetails as [boolean, [{ partyId: string }]];
  return partyId;
}

/** The ids of the deliveries of each party, once every party has had one. */
async function receivedOf(receiver: WebhookReceiver, changes: readonly Change[]): Promise<Map<string, Set<string>>> {
  for (let count = changes.length; ; count++) {
    const sent = new Map<string, Set<string>>();
    for (const { headers, fields } of await receiver.of('createParty', count)) {
      const ids = sent.get(fields.partyId!) ?? new Set<string>();
      sent.set(fields.partyId!, ids.add(String(headers['x-delivery-id'])));
    }
    if (changes.every(({ partyId }) => sent.has(partyId!))) return sent;
  }
}

/** How many parties there are of those that were asked for. */
async function countOf(server: ServerProcess, changes: readonly Change[]): Promise<number> {
  const keys = new Set(changes.map(({ key }) => key));
  let count = 0;
  for (let offset = 0; ; offset += 500) {
    const { body } = await call(server, 'parties', { limit: 500, offset });
    const { parties, pagination } = body as unknown as PartyPage;
    count += parties.filter(({ lastName }) => keys.has(lastName)).length;
    if (offset + 500 >= pagination.totalRecords) return count;
  }
}
