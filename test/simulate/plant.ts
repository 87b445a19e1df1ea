/** A fault that is put into the program on purpose, and the tools for it. */
import type { DriverConnection } from '../../src/cluster/connection.ts';
import type { HostWatch } from '../../src/cluster/host-watch.ts';
import type { Ledger, Reads } from '../../src/cluster/ledger.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { LeaderTasks } from '../../src/service/lifecycle/index.ts';
import type { SimulatedDatabase } from './database.ts';
import type { ProcessFiles } from './disk.ts';
import type { SimulatedProcess } from './machine.ts';
import type { ReferenceServer } from './reference.ts';

/** The hosts, as the thread that keeps a lease looks at them. */
export type KeptHosts = Pick<HostWatch, 'checkNow'>;

export interface NodeOfPlant {
  readonly process: SimulatedProcess;
  readonly exchange: () => LiveExchange | undefined;
}

/** Nothing is wrong with the program. */
export class Plant {
  /** Where it shows: in a cluster, or with a process alone. */
  readonly scene: 'cluster' | 'alone' | 'any' = 'any';
  /** Whether it shows only with clients of the stream. */
  readonly hasStreams: boolean = false;

  files(files: ProcessFiles): ProcessFiles {
    return files;
  }

  connection(connection: DriverConnection, _process: SimulatedProcess): DriverConnection {
    return connection;
  }

  ledger(ledger: Ledger, _node: NodeOfPlant): Ledger {
    return ledger;
  }

  database(_database: SimulatedDatabase): void {}

  /** The work of the leader; `dismiss` ends the leadership of its node. */
  leaderTasks(tasks: LeaderTasks, _dismiss: (error: unknown) => void): LeaderTasks {
    return tasks;
  }

  reference(_server: ReferenceServer): void {}

  keptHosts(hosts: KeptHosts): KeptHosts {
    return hosts;
  }

  /** Patches the program; the function that is returned takes it back. */
  install(): () => void {
    return () => {};
  }
}

/** What is wrapped, but for some of its members. */
export function but<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      if (name in members) return members[name as keyof T];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

type Answers = {
  readonly [K in keyof Reads]?: (answer: ReturnType<Reads[K]>, ...of: Parameters<Reads[K]>) => ReturnType<Reads[K]>;
};

/** The reads of a ledger, with other answers. */
export function read(ledger: Ledger, answers: Answers): Ledger['read'] {
  return async (what, msMax, ...of) => {
    const answer = await ledger.read(what, msMax, ...of);
    return answers[what]?.(answer, ...of) ?? answer;
  };
}

/** Puts another in the place of a member of a class; the function that is returned takes it back. */
export function patch(prototype: object, name: string, descriptor: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
  Object.defineProperty(prototype, name, { configurable: true, ...descriptor });
  return () => Object.defineProperty(prototype, name, before);
}
