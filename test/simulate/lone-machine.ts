import { decodeGroup } from '../../src/exchange/journal/format.ts';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import type { ProcessFiles } from './disk.ts';
import { type History, LocalHistory } from './history.ts';
import type { SimulatedProcess } from './machine.ts';
import { type OwnDeps, type ServiceParts, sessionsOf, VenueMachine } from './venue.ts';

const RESTART_MS = 300;

/** A process alone, with its journal in files. */
export class LoneMachine extends VenueMachine {
  protected override readonly holdsPorts = false;
  readonly #history = new LocalHistory();
  readonly #written = new Map<number, number>();

  override get historyEnd(): number {
    return this.#history.end;
  }

  protected historyFor(process: SimulatedProcess): History {
    this.#history.process = process;
    return this.#history;
  }

  /** True time at which the group that begins with a command was written; the last time that it was. */
  writtenUs(firstSequence: number): number {
    return this.#written.get(firstSequence) ?? 0;
  }

  protected override filesFor(process: SimulatedProcess): ProcessFiles {
    const files = super.filesFor(process);
    files.onWrite = (bytes) => {
      const group = decodeGroup(Buffer.from(bytes), 0);
      if (typeof group !== 'string') this.#written.set(group.firstSequence, this.machine.world.nowUs);
    };
    return files;
  }

  protected async recover(process: SimulatedProcess, files: ProcessFiles): Promise<LiveExchange> {
    return this.open(process, files, false);
  }

  protected join({ process, exchange }: ServiceParts): OwnDeps {
    // It takes no more commands; somebody notices, and starts it again.
    exchange.failed.then((error) => process.after(RESTART_MS, () => this.end(process, error.message)));
    const sessions = sessionsOf(`alone ${this.starts}`, () => () => {});
    const nothing = async () => {};
    return { node: undefined, sessions, begin: () => exchange.start(), flush: nothing, end: nothing };
  }
}
