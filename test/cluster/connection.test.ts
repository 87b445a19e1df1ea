import { expect, test } from 'vitest';
import { type DriverConnection, openConnection } from '../../src/cluster/connection.ts';
import { HostTurn } from '../../src/database/postgres-client/index.ts';
import { ManualTime } from '../support/manual-time.ts';

test('where no host takes writes the error has the problem of each', async () => {
  const standby: DriverConnection = {
    warnings: 0,
    onNotified: () => {},
    destroy: () => {},
    query: async () => ({ rows: [{ read_only: 'on' }], count: 1 }),
  };
  const connect = async (url: string) => {
    if (url.includes('first')) throw new Error('connection refused');
    return standby;
  };
  const opened = openConnection(new HostTurn('postgres://first,second/x'), connect, new ManualTime('2026-11-20'));
  await expect(opened).rejects.toThrow(
    'no host of JOURNAL_URL takes writes: connection refused; the host takes no writes',
  );
});
