/** Asks a node for its health over a new connection each time, fifty times a second, and keeps what changes. */
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ClusterProcess } from '../../../scripts/cluster/cluster-process.ts';
import { closeAfterTest } from '../../support/cleanup.ts';

const EVERY_MS = 20;

export interface SeenState {
  readonly state: string;
  readonly reason: string | undefined;
}

export class HealthProbe {
  /** One for each change of the state or its reason. */
  readonly states: SeenState[] = [];
  /** Answers other than 200, and connections that were refused or broke. */
  readonly faults: string[] = [];
  answers = 0;
  readonly #url: string;
  readonly #timer: NodeJS.Timeout;
  readonly #agent = new Agent({ keepAlive: false });
  #watchers: (() => void)[] = [];

  constructor(node: ClusterProcess) {
    this.#url = `${node.url}/health`;
    this.#timer = setInterval(() => void this.#ask(), EVERY_MS);
    closeAfterTest(() => this.end());
  }

  /** Resolves at the next answer that has this state and reason. */
  async sees(state: string, reason = /^/): Promise<SeenState> {
    for (;;) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
      const last = this.states.at(-1);
      if (last?.state === state && reason.test(last.reason ?? '')) return last;
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    get(this.#url, { agent: this.#agent }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).on('error', reject);
    try {
      const { status, body } = await promise;
      this.answers++;
      if (status !== 200) this.faults.push(`${status} ${body}`);
      this.#note(JSON.parse(body) as SeenState);
    } catch (error) {
      this.faults.push(String(error));
    }
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  #note({ state, reason }: SeenState): void {
    const last = this.states.at(-1);
    if (last?.state !== state || last.reason !== reason) this.states.push({ state, reason });
  }
}
