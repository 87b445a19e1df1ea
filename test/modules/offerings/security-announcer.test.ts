import { describe, expect, test } from 'vitest';
import type { OfferingRow } from '../../../src/database/schema/index.ts';
import type { Outcome } from '../../../src/exchange/api/outcomes.ts';
import type { Client } from '../../../src/http/methods/client.ts';
import type { Call } from '../../../src/http/methods/method.ts';
import { SecurityAnnouncer } from '../../../src/modules/offerings/security-announcer.ts';
import { TestVenue } from '../shared/venue.ts';

/** As a method does that changes an offering. */
async function announce(
  announcer: SecurityAnnouncer,
  offeringId: number,
  change: () => Promise<OfferingRow | undefined>,
  call: Pick<Call, 'inTurn' | 'client'>,
): Promise<OfferingRow | undefined> {
  let row: OfferingRow | undefined;
  const handler = announcer.announcing(
    async () => {
      row = await change();
      if (row !== undefined) await announcer.announce(row, call);
      return {};
    },
    () => offeringId,
  );
  await handler(call as Call);
  return row;
}

const client = { clientId: 'C1' } as Client;
const AT_ONCE = { client, inTurn: () => Promise.resolve() };

/** What the announcer reads of an offering. */
function offering(revision: number, name = `revision ${revision}`, offering_status = 'Approved'): OfferingRow {
  const row = { offering_id: 5001, client_id: 'C1', issuer_id: 1001, deleted_at: null };
  return { ...row, revision, issue_name: name, offering_status } as OfferingRow;
}

describe('the announcer', () => {
  test('sends the offering after the change and returns the changed row', async () => {
    const venue = new TestVenue();
    const row = await announce(
      new SecurityAnnouncer(venue),
      5001,
      async () => {
        expect(venue.commands).toEqual([]);
        return offering(1);
      },
      AT_ONCE,
    );
    expect(row?.revision).toBe(1);
    expect(venue.commands).toEqual([
      {
        type: 'security',
        securityId: 5001,
        issuerId: 1001,
        ownerClientId: 'C1',
        name: 'revision 1',
        status: 'trading',
        revision: 1,
      },
    ]);
  });

  test('sends nothing without a change or when the change failed', async () => {
    const venue = new TestVenue();
    const announcer = new SecurityAnnouncer(venue);
    expect(await announce(announcer, 5001, async () => undefined, AT_ONCE)).toBeUndefined();
    const failing = announce(announcer, 5001, () => Promise.reject(new Error('as planned')), AT_ONCE);
    await expect(failing).rejects.toThrow('as planned');
    expect(venue.commands).toEqual([]);
  });

  test('sends in the turn of the call', async () => {
    const venue = new TestVenue();
    const turn = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const announced = announce(new SecurityAnnouncer(venue), 5001, async () => offering(1), {
      client,
      inTurn: () => {
        changed.resolve();
        return turn.promise;
      },
    });
    await changed.promise;
    expect(venue.commands).toEqual([]);
    turn.resolve();
    await announced;
    expect(venue.commands).toHaveLength(1);
  });

  test('names the user of the call', async () => {
    const venue = new TestVenue();
    const user = { userId: 'U10000001', sessionId: 'S1', authenticatedAtUs: 1 };
    const call = { ...AT_ONCE, client: { clientId: 'C1', user } as Client };
    await announce(new SecurityAnnouncer(venue), 5001, async () => offering(1), call);
    expect(venue.commands[0]).toMatchObject({ user: { userId: 'U10000001', clientId: 'C1' } });
  });

  test('does not send a change that a later one has overtaken', async () => {
    const venue = new TestVenue();
    const announcer = new SecurityAnnouncer(venue);
    const held = Promise.withResolvers<void>();
    const earlier = announce(announcer, 5001, async () => offering(2), { client, inTurn: () => held.promise });
    await announce(announcer, 5001, async () => offering(3), AT_ONCE);
    held.resolve();
    expect((await earlier)?.revision).toBe(2);
    expect(venue.commands.map((command) => command.name)).toEqual(['revision 3']);
  });

  test('sends each of several changes that come in order', async () => {
    const venue = new TestVenue();
    const announcer = new SecurityAnnouncer(venue);
    await Promise.all([2, 3, 4].map((revision) => announce(announcer, 5001, async () => offering(revision), AT_ONCE)));
    expect(venue.commands.map((command) => command.name)).toEqual(['revision 2', 'revision 3', 'revision 4']);
  });

  test('throws 503 when the venue takes no commands, and sends the next change', async () => {
    const venue = new TestVenue();
    const announcer = new SecurityAnnouncer(venue);
    venue.unavailable = true;
    await expect(announce(announcer, 5001, async () => offering(2), AT_ONCE)).rejects.toMatchObject({
      statusCode: 503,
    });
    venue.unavailable = false;
    await announce(announcer, 5001, async () => offering(3), AT_ONCE);
    expect(venue.commands.map((command) => command.name)).toEqual(['revision 3']);
  });

  test('fails when the venue refuses, which it never should', async () => {
    const refusing = {
      rules: 1,
      submit: async (): Promise<Outcome> => ({
        ok: false,
        refusal: 'unknown security',
        replayed: false,
      }),
      securities: () => [],
      imports: () => [],
    };
    const announced = announce(new SecurityAnnouncer(refusing), 5001, async () => offering(1), AT_ONCE);
    await expect(announced).rejects.toThrow('refused security 5001: unknown security');
  });
});
