/** The ports of a process of a node: they listen from its start to its end, whatever opens and closes in it (J29). */
import type { HealthReport } from '../../src/http/server/index.ts';
import type { Port } from '../../src/service/held-ports.ts';
import type { Request, Response } from './calls.ts';

/** What answers at a port. */
export interface Host {
  health(): HealthReport;
  ask(request: Request, answer: (response: Response) => void): void;
}

export class SimulatedPort implements Port<Host> {
  #present: Host;
  #isOpen = true;

  constructor(first: Host) {
    this.#present = first;
  }

  /** Undefined where connections are refused. */
  get present(): Host | undefined {
    return this.#isOpen ? this.#present : undefined;
  }

  giveTo(host: Host): void {
    this.#present = host;
  }

  close(): void {
    this.#isOpen = false;
  }
}

/** Says why the process waits. */
export function waitingHost(waiting: { readonly reason: string }): Host {
  return {
    health: () => ({ state: 'waiting', alive: true, ready: false, leads: false, reason: waiting.reason }),
    ask: (_request, answer) => answer({ kind: 'unavailable' }),
  };
}
