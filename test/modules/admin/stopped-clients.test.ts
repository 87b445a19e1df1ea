/** Orders of clients that become inactive (V56). */
import { expect, test } from 'vitest';
import type { Command } from '../../../src/exchange/api/commands.ts';
import { StoppedClients } from '../../../src/modules/admin/stopped-clients.ts';
import { openVenue, order, security } from '../../exchange/venue.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { administer, clientWithKey } from './fixture.ts';

describeOnEachDatabase('a client that becomes inactive', (open) => {
  const start = async () => {
    const database = await open();
    const { exchange } = openVenue({ folder: temporaryFolder() });
    await exchange.submit(security());
    const fixture = administer(database, { venue: exchange });
    const parent = (await clientWithKey(fixture)).clientId;
    const child = (await clientWithKey(fixture, { parentId: parent })).clientId;
    const other = (await clientWithKey(fixture)).clientId;
    const enter = async (clientId: string) => {
      const outcome = await exchange.submit(order({ clientId }));
      return outcome.ok ? 'taken' : outcome.refusal;
    };
    for (const clientId of [parent, child, other]) await enter(clientId);
    return { database, exchange, fixture, parent, child, other, enter };
  };
  const clientsWithOrders = (exchange: { clientsWithOrders(): Set<string> }) =>
    [...exchange.clientsWithOrders()].sort();

  test('keeps its orders unless they are to be cancelled', async () => {
    const { exchange, fixture, parent, child, other } = await start();
    await fixture.call('updateClient', { clientId: parent, active: 'No' });
    expect(clientsWithOrders(exchange)).toEqual([parent, child, other].sort());
  });

  test('loses them with those of the clients below it, and what is on its way is refused', async () => {
    const { exchange, fixture, parent, child, other, enter } = await start();
    const answer = await fixture.call('updateClient', { clientId: parent, active: 'No', cancelOrders: 'Yes' });
    expect(answer).toMatchObject({ client: { active: 'No' }, cancelledOrders: 2 });
    expect(clientsWithOrders(exchange)).toEqual([other]);
    expect([await enter(parent), await enter(child), await enter(other)]).toEqual([
      'trading stopped',
      'trading stopped',
      'taken',
    ]);
    await fixture.call('updateClient', { clientId: parent, active: 'Yes' });
    expect([await enter(parent), await enter(child)]).toEqual(['taken', 'taken']);
    expect(exchange.risk.killSwitches()).toEqual([]);
  });

  test('a child that is stopped itself stays so when its parent comes back', async () => {
    const { fixture, parent, child, enter } = await start();
    for (const clientId of [child, parent]) {
      await fixture.call('updateClient', { clientId, active: 'No', cancelOrders: 'Yes' });
    }
    await fixture.call('updateClient', { clientId: parent, active: 'Yes' });
    expect([await enter(parent), await enter(child)]).toEqual(['taken', 'trading stopped']);
  });

  test('what a kill left between the database and the venue is mended at the start, once', async () => {
    const { database, exchange, fixture, parent, child, other, enter } = await start();
    await database.db.insertInto('stopped_clients').values({ client_id: parent }).execute();
    expect(await fixture.administration.deps.stopped.settle()).toBe(2);
    const { sequence } = exchange;
    expect(await fixture.administration.deps.stopped.settle()).toBe(0);
    expect(exchange.sequence).toBe(sequence);
    expect(clientsWithOrders(exchange)).toEqual([other]);
    await database.db.deleteFrom('stopped_clients').execute();
    await fixture.administration.deps.stopped.settle();
    expect([await enter(parent), await enter(child)]).toEqual(['taken', 'taken']);
  });

  test('that comes back while its switch is being thrown is not stopped', async () => {
    const { database, exchange, parent, enter } = await start();
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const submit = async (command: Command) => {
      asked.resolve();
      await held.promise;
      return exchange.submit(command);
    };
    const stopped = new StoppedClients(database.db, { submit, risk: exchange.risk });
    await database.db.insertInto('stopped_clients').values({ client_id: parent }).execute();
    const stops = stopped.settle();
    await asked.promise;
    await database.db.deleteFrom('stopped_clients').execute();
    const comesBack = stopped.settle();
    held.resolve();
    await Promise.all([stops, comesBack]);
    expect(await enter(parent)).toBe('taken');
  });

  test('cancelOrders is for a client that becomes inactive', async () => {
    const { fixture, parent } = await start();
    for (const active of ['Yes', undefined]) {
      const body = { clientId: parent, name: 'x', active, cancelOrders: 'Yes' };
      expect(await fixture.refusal('updateClient', body)).toContain('cancelOrders');
    }
  });
});
