import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import type { AddressedWebhook } from '../../../src/webhooks/outbox/outbox-rows.ts';
import { WebhookDirectory } from '../../../src/webhooks/registry/webhook-directory.ts';
import { encryptionKeyContext, signingSecretContext } from '../../../src/webhooks/registry/webhook-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { MemoryLog } from '../receiver.ts';

const secrets = new Secrets([Buffer.alloc(32, 7)]);
/** As where the key of the environment is not the right one. */
const others = new Secrets([Buffer.alloc(32, 8)]);

/** A client with a signed registration and an encryption key, both sealed with these. */
async function insertReceiver({ db }: Database, client_id: string, sealing: Secrets): Promise<void> {
  const client = { client_id, parent_id: client_id, name: 'Example', active: 1, created_at: 1 };
  await db.insertInto('clients').values(client).execute();
  const webhook = { webhook_id: `W${client_id}`, client_id, method: 'matchedTradenotify', url: 'http://127.0.0.1:9/' };
  const secret_sealed = sealing.seal('whsec_AAAA', signingSecretContext(webhook.webhook_id));
  await db
    .insertInto('webhooks')
    .values({ ...webhook, created_at: 1, secret_sealed })
    .execute();
  const key_sealed = sealing.seal(Buffer.alloc(32).toString('base64'), encryptionKeyContext(client_id));
  await db.insertInto('webhook_encryption_keys').values({ client_id, key_sealed, created_at: 1 }).execute();
}

describeOnEachDatabase('a key that cannot be read', (open) => {
  test('holds up the webhooks of the venue neither of its client nor of others', async () => {
    const database = await open();
    await insertReceiver(database, 'C1', others);
    await insertReceiver(database, 'C2', secrets);
    const directory = new WebhookDirectory(database, secrets);
    const written: string[] = [];
    const write = async (_: unknown, webhooks: readonly AddressedWebhook[]) => {
      for (const { targets } of webhooks) written.push(...targets.map(({ id }) => id));
      return { deliveries: [], dropped: written.length };
    };
    const venue = new VenueOutbox({
      db: database.background,
      outbox: { write, send: () => {}, stored: () => {} },
      targetsOf: (clientId, method) => directory.targetsOf(clientId, method),
      securityOf: () => undefined,
      hasWebhooks: () => true,
      shard: 0,
      timers: new ManualTime('2026-11-20T15:00:00Z'),
      log: new MemoryLog() as never,
    });
    await venue.begin(0);
    const terms = { matchId: 1, securityId: 5001, time: 1, price: 1_000_000, quantity: 100, initiatorOrderId: 1 };
    const sides = { buyOrderId: 1, sellOrderId: 2, buyClientId: 'C1', sellClientId: 'C2' };
    venue.take({ type: 'match', match: { ...terms, ...sides }, seq: 1, time: 1 } as never);
    await venue.end();
    expect(written).toEqual(['WC1', 'WC2']);
    expect(() => directory.encryptionKeyOf('C1')).toThrow(/needs the encryption key/);
    await expect(directory.signingSecretsOf('C1', 'WC1')).rejects.toThrow(/needs the encryption key/);
    expect(directory.encryptionKeyOf('C2')).toEqual(Buffer.alloc(32));
  });
});
