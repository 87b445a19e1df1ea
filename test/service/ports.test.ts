/** The ports of a process while its service opens, stops and is followed by another one (J29). */
import pino from 'pino';
import { expect, test } from 'vitest';
import { DoubtfulCommit, JournalUnavailable, NoPrimary } from '../../src/cluster/index.ts';
import { readConfig } from '../../src/config.ts';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import { starting, unavailableReason } from '../../src/service/lifecycle/index.ts';
import { Ports } from '../../src/service/ports.ts';
import { Service } from '../../src/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const quiet = pino({ level: 'silent' });

function configOf(ports: Readonly<Record<'PORT' | 'LEGACY_PORT' | 'METRICS_PORT', string>>) {
  return readConfig({ DATA_DIR: temporaryFolder(), SANDBOX_TICKER: 'off', ...ports });
}

test('the addresses stay, and each answer says what the process is', async () => {
  const config = configOf({ PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' });
  const ports = await Ports.open(config, quiet, 'this node starts');
  const { api, legacy, metrics } = ports.addresses;
  const health = async () => {
    const response = await fetch(`${api}/health`);
    return [response.status, await response.json()];
  };
  const stateIn = async () =>
    /^openats_node_state\{state="(\w+)"\} 1$/m.exec(await (await fetch(`${metrics}/metrics`)).text());
  const waits = (reason: string) => [200, expect.objectContaining({ alive: true, state: 'waiting', reason })];
  const refused = async () => [(await fetch(`${api}/v3/ping`)).status, (await fetch(`${legacy}/createLink`)).status];

  expect(await health()).toEqual(waits('this node starts'));
  expect([await refused(), (await stateIn())?.[1]]).toEqual([[503, 503], 'waiting']);

  const service = await Service.open(config, quiet);
  await service.listen(ports);
  expect(service.addresses).toEqual(ports.addresses);
  expect(await health()).toEqual([200, expect.objectContaining({ alive: true, state: 'leader' })]);
  expect([await refused(), (await stateIn())?.[1]]).toEqual([[401, 404], 'leader']);

  ports.waitsBecause('this node restarts as a standby');
  await service.stop();
  expect(await health()).toEqual(waits('this node restarts as a standby'));
  expect([await refused(), (await stateIn())?.[1]]).toEqual([[503, 503], 'waiting']);

  ports.endWithService();
  ports.release();
  await expect(fetch(`${api}/health`)).rejects.toThrow();
});

test('where one of the ports is taken, none stays open', async () => {
  const ports = await Ports.open(
    configOf({ PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' }),
    quiet,
    'this node starts',
  );
  const taken = String(new URL(ports.addresses.metrics).port);
  const opened = Ports.open(configOf({ PORT: '0', LEGACY_PORT: '0', METRICS_PORT: taken }), quiet, 'this node starts');
  await expect(opened).rejects.toThrow('METRICS_HOST and METRICS_PORT: ');
  ports.close();
});

test('a start that fails waits where a database is the reason, and says which', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  const failed = (error: unknown) => starting('JOURNAL_URL', () => Promise.reject(error)).catch(unavailableReason);
  expect(await failed(new NoPrimary('no host of JOURNAL_URL takes writes: 10.0.0.7'))).toBe(
    'no host of JOURNAL_URL takes writes',
  );
  expect(await failed(new JournalUnavailable('the database did not answer within 2000 ms'))).toBe(
    'the database of the journal does not answer',
  );
  expect(await failed(new DoubtfulCommit('the database did not wait'))).toBe(
    'commits of the journal do not wait for a standby',
  );
  expect(await failed(new DatabaseUnavailable(refused))).toBe(
    'the reference database cannot be reached, or does not answer',
  );
  expect(await failed(refused)).toBe('a database cannot be reached');
  expect(await failed(new Error('the journal is damaged'))).toBe(undefined);
});
