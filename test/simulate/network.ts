import type { DriverConnection, Reply, Statement } from '../../src/cluster/connection.ts';
import { CONNECT_MS_MAX } from '../../src/cluster/connection.ts';
import type { Given, Host, SimulatedDatabase } from './database.ts';
import type { SimulatedProcess } from './machine.ts';
import type { World } from './world.ts';

/** What happens all the time. */
const UNNOTED = new Set(['shard', 'report', 'members', 'renew', 'historyOrder', 'listen']);
const LATE_CHANCE = 0.002;
const LATE_US_MAX = 2_500_000;

/** The lines between machines and databases: slow now and then, and cut when a fault says so. */
export class Network {
  readonly #world: World;
  readonly #database: SimulatedDatabase;
  /** Machine and host between which nothing arrives, and the messages held up there. */
  readonly #cut = new Map<string, (() => void)[]>();
  #isQuick = false;

  constructor(world: World, database: SimulatedDatabase) {
    this.#world = world;
    this.#database = database;
  }

  /** No message is late, nor what a standby gets. */
  get isQuick(): boolean {
    return this.#isQuick;
  }

  set isQuick(isQuick: boolean) {
    this.#isQuick = isQuick;
    this.#database.isQuick = isQuick;
  }

  delayUs(): number {
    const { dice } = this.#world;
    return dice.chance(LATE_CHANCE) && !this.isQuick ? dice.between(10_000, LATE_US_MAX) : dice.between(60, 700);
  }

  cut(machine: string, host: string): void {
    const line = `${machine} ${host}`;
    if (!this.#cut.has(line)) this.#cut.set(line, []);
  }

  mendAll(): void {
    for (const line of [...this.#cut.keys()]) {
      const held = this.#cut.get(line) ?? [];
      this.#cut.delete(line);
      // What was on its way when the line was cut arrives late.
      for (const arrive of held) arrive();
    }
  }

  /** Calls back when it arrives, which is when nothing cuts the line by then. */
  carry(machine: string, host: string, arrive: () => void): void {
    const held = this.#cut.get(`${machine} ${host}`);
    if (held === undefined) arrive();
    else held.push(() => this.#world.after(this.delayUs(), arrive));
  }

  /** Connects as the driver does: refused, connected, or no answer for as long as it waits. */
  connect(process: SimulatedProcess, host: Host): Promise<DriverConnection> {
    return new Promise((resolve, reject) => {
      const cancel = process.after(CONNECT_MS_MAX, () => reject(new Error('timeout expired')));
      this.#world.after(this.delayUs(), () =>
        this.carry(process.machine.name, host.name, () => {
          process.deliver(() => {
            cancel();
            if (host.role === 'down') reject(new Error('connect ECONNREFUSED'));
            else
              resolve(
                new DatabaseConnection({ world: this.#world, network: this, database: this.#database, process, host }),
              );
          });
        }),
      );
    });
  }
}

interface ConnectionDeps {
  readonly world: World;
  readonly network: Network;
  readonly database: SimulatedDatabase;
  readonly process: SimulatedProcess;
  readonly host: Host;
}

interface Asked {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A connection as node-postgres has it: a statement is sent when the one before it is answered. */
class DatabaseConnection implements DriverConnection {
  readonly #deps: ConnectionDeps;
  readonly #asked: Asked[] = [];
  readonly #forget: () => void;
  /** What is sent later never arrives sooner. */
  #thereUs = 0;
  #backUs = 0;
  #isOver = false;
  warnings = 0;
  #onNotified: (channel: string, payload: string) => void = () => {};

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    const { host, world, process } = deps;
    const onBroken = () =>
      world.after(deps.network.delayUs(), () => process.deliver(() => this.#end('Connection terminated')));
    host.connections.add(onBroken);
    this.#forget = () => {
      host.connections.delete(onBroken);
      host.listeners.delete(this.#notify);
    };
  }

  query(statement: Statement, values: readonly unknown[]): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) reject(new Error('Client has encountered a connection error and is not queryable'));
      else if (this.#asked.push({ statement, values, resolve, reject }) === 1) this.#send();
    });
  }

  onNotified(listener: (channel: string, payload: string) => void): void {
    const { host } = this.#deps;
    this.#onNotified = listener;
    host.listeners.add(this.#notify);
  }

  /** Notifications travel as answers do. */
  readonly #notify = (): void => {
    const { world, network, process, host } = this.#deps;
    this.#backUs = Math.max(this.#backUs, world.nowUs + network.delayUs());
    world.after(this.#backUs - world.nowUs, () =>
      network.carry(process.machine.name, host.name, () =>
        process.deliver(() => {
          if (!this.#isOver) this.#onNotified('openats_journal_released', '0');
        }),
      ),
    );
  };

  #send(): void {
    const [asked] = this.#asked;
    const { world, network, database, process, host } = this.#deps;
    if (asked === undefined || !process.mayAct()) return;
    const { life } = host;
    this.#thereUs = Math.max(this.#thereUs, world.nowUs + network.delayUs());
    world.after(this.#thereUs - world.nowUs, () =>
      network.carry(process.machine.name, host.name, () => {
        // Whoever sent it may be gone: what has arrived is done all the same.
        if (host.role === 'down' || host.life !== life) return;
        if (!UNNOTED.has(asked.statement.name)) {
          world.note(`${host.name} ${asked.statement.name} of ${process.machine.name}`);
        }
        database.execute(host, asked.statement.name, asked.values, (given) => this.#answer(asked, given));
      }),
    );
  }

  #answer(asked: Asked, given: Given | Error): void {
    const { world, network, process, host } = this.#deps;
    this.#backUs = Math.max(this.#backUs, world.nowUs + network.delayUs());
    world.after(this.#backUs - world.nowUs, () =>
      network.carry(process.machine.name, host.name, () => process.deliver(() => this.#take(asked, given))),
    );
  }

  #take(asked: Asked, given: Given | Error): void {
    if (this.#isOver) return;
    this.#asked.shift();
    if (given instanceof Error) asked.reject(given);
    else {
      if (given.isDoubtful) this.warnings++;
      asked.resolve({ rows: given.rows, count: given.count });
    }
    this.#send();
  }

  destroy(): void {
    const { process } = this.#deps;
    process.soon(() => this.#end('Connection terminated'));
    this.#forget();
  }

  #end(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    for (const { reject } of this.#asked.splice(0)) reject(new Error(reason));
  }
}
