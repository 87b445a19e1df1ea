/**
 * What other sides do by script (Z6): each step is kept in a file of the data folder before it is due, performed by the
 * clock of the sandbox, and kept with its outcome. After a crash it is performed again, under the same key.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { ApiError } from '../../http/methods/index.ts';
import type { PlannedStep, SandboxScripts, Script, Step } from '../../modules/sandbox/index.ts';
import type { MovableTime } from '../../time/movable-time.ts';

export interface ScriptRunnerDeps {
  readonly file: string;
  readonly time: Pick<MovableTime, 'at' | 'nowUs' | 'waitsFor'>;
  readonly counterpartyId: string;
  readonly log: Pick<Logger, 'error'>;
}

/** Performs a step; what it answers is kept. Rejects with an ApiError where it is refused. */
type Perform = (step: Step, whose: Pick<Script, 'clientId' | 'scriptId'>) => Promise<object>;

/** Of a client, that wait. */
const WAITING_MAX = 1000;
/** Those that are over, of all clients. */
const ENDED_MAX = 5000;
const OUTCOME_LENGTH_MAX = 1000;

export class ScriptRunner implements SandboxScripts {
  readonly counterpartyId: string;
  readonly #deps: ScriptRunnerDeps;
  /** In the order in which they were made. */
  readonly #scripts = new Map<string, Script>();
  readonly #cancels = new Map<string, () => void>();
  #waiting = new Map<string, number>();
  #ended = 0;
  #running = 0;
  #perform: Perform = () => Promise.reject(new ApiError(503, 'the sandbox starts'));

  constructor(deps: ScriptRunnerDeps) {
    this.#deps = deps;
    this.counterpartyId = deps.counterpartyId;
    deps.time.waitsFor(() => this.#running > 0);
  }

  /** Goes on with what an earlier run left. */
  start(perform: Perform): void {
    const { file } = this.#deps;
    this.#perform = perform;
    const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    for (const line of kept) {
      // The last one may be torn.
      const script = parsed(line);
      if (script !== undefined) this.#scripts.set(script.scriptId, script);
    }
    for (const script of this.#scripts.values()) {
      if (script.state === 'Waiting') this.#arm(script);
      else this.#ended++;
    }
    this.#forgetOld();
    writeFileSync(`${file}.tmp`, [...this.#scripts.values()].map((script) => `${JSON.stringify(script)}\n`).join(''), {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${file}.tmp`, file);
  }

  end(): void {
    for (const cancel of this.#cancels.values()) cancel();
  }

  async add(clientId: string, action: string, steps: readonly PlannedStep[]): Promise<readonly Script[]> {
    const { time } = this.#deps;
    if ((this.#waiting.get(clientId) ?? 0) + steps.length > WAITING_MAX) {
      throw new ApiError(190, `at most ${WAITING_MAX} scripts of a client wait`);
    }
    const made = steps.map(
      ({ step, dueUs }): Script => ({
        scriptId: randomUUID(),
        ...{ clientId, action, step, dueUs, state: 'Waiting', outcome: null },
      }),
    );
    for (const script of made) this.#keep(script);
    const now = time.nowUs();
    const due = made.filter(({ dueUs }) => dueUs <= now);
    for (const script of made) if (script.dueUs > now) this.#arm(script);
    for (const { clientId: whose } of due) this.#count(whose, 1);
    for (const { scriptId } of due) await this.#run(scriptId);
    return made.map(({ scriptId }) => this.#scripts.get(scriptId) as Script);
  }

  of(clientId: string): readonly Script[] {
    return [...this.#scripts.values()].filter((script) => script.clientId === clientId).reverse();
  }

  cancel(clientId: string, scriptId: string): Script | undefined {
    const script = this.#scripts.get(scriptId);
    if (script?.clientId !== clientId || script.state !== 'Waiting') return undefined;
    this.#cancels.get(scriptId)?.();
    return this.#endOf(script, 'Cancelled', null);
  }

  #arm(script: Script): void {
    this.#count(script.clientId, 1);
    this.#cancels.set(
      script.scriptId,
      this.#deps.time.at(script.dueUs, () => this.#run(script.scriptId)),
    );
  }

  async #run(scriptId: string): Promise<void> {
    const script = this.#scripts.get(scriptId);
    if (script?.state !== 'Waiting') return;
    this.#running++;
    try {
      const answer = await this.#perform(script.step, script);
      this.#endOf(script, 'Done', JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof ApiError)) this.#deps.log.error({ err: error, scriptId }, 'a script failed');
      const reason =
        error instanceof ApiError ? `${error.statusCode} ${error.detail ?? error.message}` : 'internal error';
      this.#endOf(script, 'Failed', reason);
    } finally {
      this.#running--;
    }
  }

  #endOf(script: Script, state: Script['state'], outcome: string | null): Script {
    const ended = { ...script, state, outcome: outcome?.slice(0, OUTCOME_LENGTH_MAX) ?? null };
    this.#cancels.delete(script.scriptId);
    this.#count(script.clientId, -1);
    this.#keep(ended);
    this.#ended++;
    this.#forgetOld();
    return ended;
  }

  #keep(script: Script): void {
    this.#scripts.set(script.scriptId, script);
    appendFileSync(this.#deps.file, `${JSON.stringify(script)}\n`, { mode: 0o600, flush: true });
  }

  #count(clientId: string, change: number): void {
    this.#waiting.set(clientId, (this.#waiting.get(clientId) ?? 0) + change);
  }

  #forgetOld(): void {
    if (this.#ended <= ENDED_MAX) return;
    for (const { scriptId, state } of this.#scripts.values()) {
      if (state === 'Waiting') continue;
      this.#scripts.delete(scriptId);
      if (--this.#ended <= ENDED_MAX / 2) return;
    }
  }
}

function parsed(line: string): Script | undefined {
  try {
    return JSON.parse(line) as Script;
  } catch {
    return undefined;
  }
}
