import { expect, test } from 'vitest';
import {
  claimHostedLink,
  findHostedLink,
  LINK_HOURS,
  makeHostedLink,
  releaseHostedLink,
  useHostedLink,
} from '../../../src/modules/shared/hosted-links/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { NOW } from './records.ts';

const LINK = { clientId: 'C1', purpose: 'linkCreditCard', subject: 'A10000001' };
const PURPOSES = ['linkCreditCard', 'updateLinkedCreditCard'];
const HOUR_US = 3_600_000_000;

describeOnEachDatabase('links to hosted pages', (open) => {
  test('hold for their purpose until they expire, and are stored by their hash', async () => {
    const { db } = await open();
    const params = await makeHostedLink(db, LINK, NOW);
    expect(params).toMatch(/^[\w-]{43}$/);
    const link = await findHostedLink(db, PURPOSES, params, NOW + LINK_HOURS * HOUR_US - 1);
    expect(link).toMatchObject({ client_id: 'C1', purpose: 'linkCreditCard', subject: 'A10000001' });
    expect(JSON.stringify(link)).not.toContain(params);
    expect(await findHostedLink(db, PURPOSES, params, NOW + LINK_HOURS * HOUR_US)).toBeUndefined();
    expect(await findHostedLink(db, ['linkExternalAccount'], params, NOW)).toBeUndefined();
    expect(await findHostedLink(db, PURPOSES, `${params}x`, NOW)).toBeUndefined();
  });

  test('are used once', async () => {
    const { db } = await open();
    const params = await makeHostedLink(db, LINK, NOW);
    const link = (await findHostedLink(db, PURPOSES, params, NOW))!;
    const use = () => db.transaction().execute((transaction) => useHostedLink(transaction, link, NOW));
    expect([await use(), await use()]).toEqual([true, false]);
    expect(await findHostedLink(db, PURPOSES, params, NOW)).toBeUndefined();
    expect(await claimHostedLink(db, link, NOW)).toBe(false);
  });

  test('are claimed by one at a time, and by another after a while', async () => {
    const { db } = await open();
    const params = await makeHostedLink(db, LINK, NOW);
    const link = (await findHostedLink(db, PURPOSES, params, NOW))!;
    const claims = await Promise.all([claimHostedLink(db, link, NOW), claimHostedLink(db, link, NOW)]);
    expect(claims.sort()).toEqual([false, true]);
    expect(await claimHostedLink(db, link, NOW + 119_999_999)).toBe(false);
    expect(await claimHostedLink(db, link, NOW + 120_000_000)).toBe(true);
    await releaseHostedLink(db, link);
    expect(await claimHostedLink(db, link, NOW + 120_000_001)).toBe(true);
  });

  test('hold from the moment they are made, also where ten others of the record are of the same moment', async () => {
    const { db } = await open();
    for (let index = 0; index < 40; index++) {
      const params = await makeHostedLink(db, LINK, NOW);
      expect(await findHostedLink(db, PURPOSES, params, NOW), `link ${index}`).toBeDefined();
    }
    expect(await db.selectFrom('hosted_links').select('client_id').execute()).toHaveLength(10);
  });

  test('do not pile up: ten of a record hold, and expired ones go', async () => {
    const { db } = await open();
    const made: string[] = [];
    for (let index = 0; index < 12; index++) made.push(await makeHostedLink(db, LINK, NOW + index));
    const other = await makeHostedLink(db, { ...LINK, subject: 'A10000002' }, NOW);
    const holds = async (params: string) => (await findHostedLink(db, PURPOSES, params, NOW + 20)) !== undefined;
    expect(await Promise.all(made.map(holds))).toEqual([false, false, ...Array(10).fill(true)]);
    expect(await holds(other)).toBe(true);
    await makeHostedLink(db, { ...LINK, clientId: 'C2' }, NOW + (LINK_HOURS + 1) * HOUR_US);
    expect(await db.selectFrom('hosted_links').select('client_id').execute()).toEqual([{ client_id: 'C2' }]);
  });
});
