/** The tables of the simulated database: those of the journal, and of the order history in the same database. */
import type { Connection } from '../../src/cluster/connection.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { HistoryGap } from '../../src/history/history-gap.ts';
import {
  type Change as JournalChange,
  JournalTables,
  type StoredGroup,
  VerbLedger,
} from '../support/journal-tables.ts';

/** With the true time of the commit, and the epoch of the shard at that moment: for the check alone. */
export interface CommittedGroup extends StoredGroup {
  readonly committedUs: number;
  readonly heldEpoch: number;
}

/** A change of one transaction, as it travels to the standby. */
export interface Change extends JournalChange<CommittedGroup> {
  readonly projected?: readonly ExchangeEvent[];
}

export class Tables extends JournalTables<CommittedGroup> {
  readonly orders = new Map<number, OrderView>();
  historyPosition = 0;

  override apply(change: Change): void {
    super.apply(change);
    for (const event of change.projected ?? []) {
      this.historyPosition = event.seq;
      if (event.type === 'order') this.orders.set(event.order.orderId, event.order);
    }
  }
}

export interface Written {
  readonly change: Change | undefined;
  readonly answer?: unknown;
}

/** Writes that are no verbs of the ledger: those of the operator, and of the order history. */
export const OTHER_WRITES: Readonly<Record<string, (tables: Tables, values: readonly unknown[]) => Written>> = {
  askHandover: ({ lease }) => ({ change: { lease: { ...lease, handoverAsked: true } } }),
  lockPosition: ({ historyPosition }) => ({ change: { projected: [] }, answer: historyPosition }),
  project: ({ historyPosition }, [events]) => {
    const projected = (events as readonly ExchangeEvent[]).filter(({ seq }) => seq > historyPosition);
    const [first] = projected;
    if (first !== undefined && first.seq !== historyPosition + 1) throw new HistoryGap(historyPosition + 1, first.seq);
    // The row of the position was locked, which is a change too: its commit waits for those before it.
    return { change: { projected } };
  },
};

/** The ledger over a connection to the simulated database, which knows its verbs. */
export class SimulatedLedger extends VerbLedger {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
  }

  async onReleased(listener: () => void): Promise<void> {
    this.#connection.onNotified(listener);
    await this.ask('listen', [], Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#connection.close();
  }

  protected async ask(verb: string, values: readonly unknown[], msMax: number): Promise<unknown> {
    return (await this.#connection.run({ name: verb, text: '' }, values, msMax)).rows[0]?.answer;
  }
}
