/** The thread in which the lease of a leader is kept: it has its own connection to the database of the journal. */
import { parentPort, workerData } from 'node:worker_threads';
import { HostTurn } from '../database/postgres-client/index.ts';
import { systemTimers } from '../time/timers.ts';
import { openConnection } from './connection.ts';
import { HostWatch } from './host-watch.ts';
import { LeaseCell } from './lease-cell.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { type LeaseThreadData, threadOriginMs } from './lease-thread.ts';
import { postgresConnect } from './postgres-connection.ts';
import { PostgresLedger } from './postgres-ledger.ts';

const { url, shard, node, leaseMs, applicationName, buffer } = workerData as LeaseThreadData;
const turn = new HostTurn(url);
const connect = postgresConnect(applicationName);

// The timers keep no thread running.
parentPort?.on('message', () => {});

new LeaseKeeper({
  cell: new LeaseCell(threadOriginMs(), buffer),
  node,
  leaseMs,
  openLedger: async () => new PostgresLedger(await openConnection(turn, connect, systemTimers), shard),
  hosts: new HostWatch(turn.urls, connect, systemTimers),
  timers: systemTimers,
});
