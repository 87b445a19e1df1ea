import { DurableMark } from '../../src/cluster/durable-mark.ts';
import { type ExchangeNodeDeps, exchangeNode } from '../../src/cluster/exchange-node.ts';
import { LeaseCell } from '../../src/cluster/lease-cell.ts';
import type { ClusterNode } from '../../src/cluster/node.ts';
import { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { OPEN_FRIDAY } from '../exchange/venue.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MemoryJournal, MemoryLedger } from './memory-ledger.ts';

export const LEASE_MS = 2000;
export const quiet = { info: () => {}, warn: () => {}, error: () => {} };

export function newMark(folder = temporaryFolder()): DurableMark {
  return new DurableMark(new FaultyFileSystem(), folder);
}

/** A node with its own venue on a shared journal. */
export class TestNode {
  readonly exchange: LiveExchange;
  readonly node: ClusterNode;
  readonly ledgers: MemoryLedger[] = [];
  readonly #markFolder = temporaryFolder();
  handovers = 0;
  served = 0;

  constructor(journal: MemoryJournal, name: string, options: Partial<ExchangeNodeDeps> = {}) {
    const { time } = journal;
    this.exchange = new LiveExchange({
      folder: temporaryFolder(),
      shard: 0,
      files: new FaultyFileSystem(),
      clock: time,
      timers: time,
      alwaysOpen: false,
      segmentBytesMax: 1024 * 1024,
      waitingMax: 1000,
      unprojectedMax: 1_000_000,
      limits: null,
      isStandby: true,
      log: quiet,
    });
    const { exchange } = this;
    this.node = exchangeNode(exchange, {
      mark: newMark(this.#markFolder),
      sharedEnd: async () => null,
      hosts: { check: async () => null, checkNow: async () => null, close: () => {} },
      requiresStandby: true,
      openLedger: async () => {
        const ledger = new MemoryLedger(journal);
        this.ledgers.push(ledger);
        return ledger;
      },
      node: name,
      leaseMs: LEASE_MS,
      cell: new LeaseCell(),
      begin: async () => exchange.start(),
      onServed: () => this.served++,
      onHandover: () => this.handovers++,
      notEligibleReason: () => null,
      about: () => ({ address: '', linkAddress: '', rules: 1, version: 'test' }),
      clock: time,
      timers: time,
      log: quiet,
      ...options,
    });
  }

  /** As the next process of the node opens it. */
  get nextMark(): DurableMark {
    return newMark(this.#markFolder);
  }
}

/** Lets time pass in steps that a poll sees. */
export async function pass(time: ManualTime, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    time.advanceMs(50);
    for (let count = 0; count < 6; count++) await turn();
  }
}

export function journalOfTest(): MemoryJournal {
  return new MemoryJournal(new ManualTime(OPEN_FRIDAY));
}

/** Two nodes: the first leads the venue, the second is a standby. */
export async function leaderAndStandby(journal: MemoryJournal): Promise<[TestNode, TestNode]> {
  const [a, b] = [new TestNode(journal, 'a'), new TestNode(journal, 'b')];
  for (const { node } of [a, b]) {
    node.start();
    await pass(journal.time, 200);
  }
  return [a, b];
}
