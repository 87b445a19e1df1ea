/** What 0.1.0 left outside the register comes into it, whenever the leader dies (F18). */
import { expect, test } from 'vitest';
import type { MatchView } from '../../../src/exchange/api/orders.ts';
import { RULES } from '../../../src/exchange/api/rules.ts';
import type { MatchId, OrderId, SecurityId } from '../../../src/exchange/api/units.ts';
import type { JournaledCommand } from '../../../src/exchange/commands/journaled-command.ts';
import { checkState } from '../../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../../src/exchange/desks/venue-state.ts';
import { linesOf } from '../../../src/exchange/storage/snapshot-lines.ts';
import { canceledSettlements } from '../../../src/modules/imports/check-imports.ts';
import { type ImportDeps, type Imported, importRegister } from '../../../src/modules/imports/import-register.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { tradesWithoutUnits } from '../../../src/modules/units/index.ts';
import { order, security } from '../../exchange/venue.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { allOrFew } from '../../support/thorough.ts';
import { NOW } from '../shared/records.ts';
import { openMarket } from '../trades/investors.ts';

const DAY = 86_400_000_000;
const OWNER = 'C1';

/** A venue by the rules of 0.1.0 with matches 0 to n of the account and another one, and what reads them. */
class OldVenue {
  readonly state = new VenueState(0);
  readonly matches: MatchView[] = [];
  /** Called before and after each command: tests make the leader die here. */
  step = () => {};

  constructor(securityId: SecurityId, accountId: string, count: number) {
    this.state.sink = (event) => {
      if (event.type === 'match') this.matches.push(event.match);
    };
    const take = (command: object) => this.state.apply({ ...command, time: NOW } as JournaledCommand);
    take({ type: 'rules', version: 3 });
    take(security({ securityId, ownerClientId: OWNER }));
    take({ type: 'session', action: 'open', securityId: null, date: '2030-01-01', dayOver: false, scheduled: 1 });
    for (let at = 0; at < count; at++) {
      const terms = { securityId, clientId: OWNER, quantity: at + 1 };
      take(order({ ...terms, accountId: null, side: 'sell' }));
      take(order({ ...terms, accountId }));
    }
    take({ type: 'rules', version: RULES });
    this.state.sink = null;
  }

  readonly rules = RULES;

  async submit(command: object) {
    this.step();
    const outcome = this.state.apply({ ...command, time: NOW } as JournaledCommand);
    this.step();
    return outcome;
  }

  imports = () => [...this.state.register.imports].sort((a, b) => a - b);
  securities = () => [];
  security = () => undefined;
  amendmentsOf = (ids: readonly MatchId[]) => this.state.risk.amendments.of(ids);
  match = (matchId: MatchId) => this.matches.find((one) => one.matchId === matchId);
  order = () => undefined;

  orderOf(orderId: OrderId, accountId: string) {
    const { securityId, buyOrderId } = this.matches.find((one) => [one.buyOrderId, one.sellOrderId].includes(orderId))!;
    return { ticket: { clientId: OWNER, accountId: buyOrderId === orderId ? accountId : null, securityId } };
  }
}

async function openOld(open: TestDatabases, { trades = 3, matches = 3 } = {}) {
  let known: ModuleDeps | undefined;
  const market = await openMarket(open, [], {}, (deps) => {
    known = deps;
  });
  const { api, accountId, offeringId } = market;
  const { db } = api.database;
  const securityId = Number(offeringId) as SecurityId;
  const ids: number[] = [];
  for (let at = 0; at < trades; at++) ids.push(Number(await market.trade()));
  await db
    .updateTable('trades')
    .set({ order_status: 'SETTLED', created_at: NOW, updated_at: NOW + DAY })
    .execute();
  await db.deleteFrom('audit_entries').execute();
  const venue = new OldVenue(securityId, accountId, matches);
  const history = {
    order: async (orderId: OrderId) => venue.orderOf(orderId, accountId),
    match: async () => undefined,
  };
  const deps = { ...(known as ModuleDeps), venue, history, notices: { publish: async () => {} } };
  const called = (method: string, records: object, at: number) =>
    db
      .insertInto('audit_entries')
      .values({
        ...{
          entry_id: `${method}${at}`,
          occurred_at: at,
          client_id: OWNER,
          key_id: null,
          method,
          ip: '',
          request_id: '',
        },
        ...{ status_code: 101, outcome: 'Done', fields: '[]', records: JSON.stringify(records) },
        ...{ user_id: null, session_id: null, sent_request_id: null, changes: null },
      })
      .execute();
  await called('createIssuer', {}, 1);
  return {
    ...{ market, db, venue, securityId, accountId, ids, called },
    async canceled(at: number, updated_at = NOW) {
      const { matchId: match_id } = venue.matches[at]!;
      const row = {
        match_id,
        security_id: securityId,
        status: 'CANCELED',
        reported_by: OWNER,
        reason: null,
        updated_at,
      };
      await db.insertInto('settlements').values(row).execute();
    },
    async run() {
      const ended: Imported[] = [];
      await importRegister(deps as unknown as ImportDeps, (one) => ended.push(one));
      return ended;
    },
    /** The state, as a snapshot has it. */
    lines: () => [...linesOf(venue.state)].map((line) => JSON.stringify(line).replaceAll(accountId, 'the account')),
    held: (account: string | null = accountId) => {
      checkState(venue.state);
      return venue.state.register.of({ securityId, clientId: OWNER, accountId: account });
    },
    rows: () => db.selectFrom('unit_issues').select(['trade_id', 'revision', 'outcome']).orderBy('trade_id').execute(),
  };
}

describeOnEachDatabase('data of 0.1.0', (open) => {
  test('SETTLED trades get their units and canceled settlements are taken back, once', async () => {
    const { canceled, run, held, rows, ids, securityId, venue, accountId, db } = await openOld(open);
    await canceled(1);
    expect([held(), held(null)]).toEqual([6, -6]);
    expect(venue.imports()).toEqual([0, securityId]);
    expect(await run()).toEqual([
      { securityId, trades: 3, left: { trades: [], matches: [] } },
      { securityId: 0, trades: 0, left: { trades: [], matches: [] } },
    ]);
    expect([held(), held(null)]).toEqual([6 - 2 + 30, -4]);
    expect(await rows()).toEqual(ids.map((trade_id) => ({ trade_id, revision: 1, outcome: 'done' })));
    // The day of its last change is that of the lot.
    const lots = venue.state.register.find({ securityId, clientId: OWNER, accountId })!.lots.all;
    expect(lots.map(([, quantity, cost, , origin]) => [quantity, cost, origin])).toContainEqual([
      30,
      300_000_000,
      'issue',
    ]);
    expect(venue.imports()).toEqual([]);
    expect(await run()).toEqual([]);
    expect([held(), held(null)]).toEqual([34, -4]);
    expect(await tradesWithoutUnits(db)).toEqual([]);
    expect(await canceledSettlements(db, (id) => venue.state.risk.amendments.find(id) !== undefined)).toEqual([]);
  });

  test('wherever the leader dies, the next one ends with the same', async () => {
    const undisturbed = await openOld(open, { trades: 1, matches: 45 });
    for (let at = 0; at < 43; at++) await undisturbed.canceled(at);
    let steps = 0;
    undisturbed.venue.step = () => {
      steps++;
    };
    await undisturbed.run();
    const expected = [undisturbed.held(), undisturbed.held(null), undisturbed.venue.state.counters.eventSeq];
    expect(expected.slice(0, 2)).toEqual([44 + 45 + 10, -44 - 45]);
    expect(steps).toBeGreaterThan(10);
    for (const dies of allOrFew(
      Array.from({ length: steps }, (_, at) => at + 1),
      5,
    )) {
      const { venue, canceled, run, held, rows, lines } = await openOld(open, { trades: 1, matches: 45 });
      for (let at = 0; at < 43; at++) await canceled(at);
      let step = 0;
      venue.step = () => {
        step++;
        if (step === dies) throw new Error('killed, as planned');
      };
      await expect(run()).rejects.toThrow('killed, as planned');
      await run();
      expect([held(), held(null), venue.state.counters.eventSeq]).toEqual(expected);
      expect((await rows()).map(({ outcome }) => outcome)).toEqual(['done']);
      expect(venue.imports()).toEqual([]);
      expect(lines()).toEqual(undisturbed.lines());
    }
  });

  test.each([
    ['setPosition of the client', 'setPosition', true],
    ['setPosition of another client', 'setPosition of another', false],
    ['loadPositions, which may name anybody', 'loadPositions', true],
    ['setHoldings of the security', 'setHoldings', true],
  ])('%s since then: what may be part of it is left to a person', async (_, what, isLeft) => {
    const { canceled, called, run, held, ids, securityId, db, venue } = await openOld(open, { trades: 1, matches: 1 });
    await canceled(0);
    if (what === 'setHoldings') {
      const report = { change_id: 'r1', security_id: securityId, changed_at: NOW, client_id: OWNER, user_id: null };
      const counts = {
        by_operator: 0,
        holders: 1,
        shares: 1,
        holder_client: OWNER,
        holder_account: null,
        reason: null,
      };
      await db
        .insertInto('register_changes')
        .values({ ...report, ...counts })
        .execute();
    } else {
      const clientId = what === 'setPosition' ? OWNER : 'C9';
      await called(what.split(' ')[0]!, { clientId, securityId: String(securityId) }, NOW);
    }
    const { matchId } = venue.matches[0]!;
    const left = isLeft ? { trades: ids, matches: [matchId] } : { trades: [], matches: [] };
    expect((await run())[0]).toMatchObject({ securityId, trades: isLeft ? 0 : 1, left });
    expect(held()).toBe(isLeft ? 1 : 10);
    expect(await tradesWithoutUnits(db)).toHaveLength(isLeft ? 1 : 0);
    const isVoid = (id: MatchId) => venue.state.risk.amendments.find(id) !== undefined;
    expect(await canceledSettlements(db, isVoid)).toHaveLength(isLeft ? 1 : 0);
  });

  test('an audit log that begins later says nothing: all is left', async () => {
    const { db, canceled, called, run, held } = await openOld(open, { trades: 1, matches: 1 });
    await canceled(0);
    await db.deleteFrom('audit_entries').execute();
    await called('createIssuer', {}, NOW + 1);
    expect((await run())[0]).toMatchObject({
      trades: 0,
      left: { trades: [expect.anything()], matches: [expect.anything()] },
    });
    expect(held()).toBe(1);
  });

  test('a trade in cancellation, or with a row, is not imported; offerings are not admitted meanwhile', async () => {
    const { db, run, held, ids, market, venue } = await openOld(open, { trades: 2, matches: 0 });
    await db.updateTable('trades').set({ order_status: 'UNWIND PENDING' }).where('trade_id', '=', ids[0]!).execute();
    const row = {
      trade_id: ids[1]!,
      offering_id: 1,
      client_id: OWNER,
      account_id: 'A',
      units: '10.000000',
      cost: '1.000000',
    };
    const done = { revision: 1, kind: 'takeBack', created_at: NOW, asked: null, outcome: 'refused' };
    await db
      .insertInto('unit_issues')
      .values({ ...row, ...done })
      .execute();
    expect((await run())[0]).toMatchObject({ trades: 0, left: { trades: [] } });
    expect(held()).toBe(0);
    const { api, offeringId } = market;
    api.venue.state.register.imports.add(venue.state.register.imports.size as SecurityId);
    await api.call('POST', 'closeOffering', { offeringId });
    const admitted = await api.call('POST', 'admitOffering', { offeringId });
    expect(admitted.http).toBe(503);
    expect(admitted.body['Error(s)']).toContain('are being imported');
  });
});
