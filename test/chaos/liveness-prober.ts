/** Asks each node for its health, as the probe of liveness in ops/kubernetes does, and more often than that. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { parseAllDocuments } from 'yaml';
import type { ClusterProcess } from '../../scripts/cluster/cluster-process.ts';

const MANIFEST = new URL('../../ops/kubernetes/openats.yaml', import.meta.url);
const EVERY_MS = 200;
/** So long after a refusal it is known whether the process had ended. */
const ENDED_MS = 500;

interface LivenessProbe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

/** Of the container of a node. */
function livenessProbe(): LivenessProbe {
  for (const document of parseAllDocuments(readFileSync(MANIFEST, 'utf8'))) {
    const probe = document.getIn(['spec', 'template', 'spec', 'containers', 0, 'livenessProbe']) as
      | { toJSON(): LivenessProbe }
      | undefined;
    if (probe !== undefined) return probe.toJSON();
  }
  throw new Error(`${MANIFEST.pathname} has no probe of liveness`);
}

/** What a probe found. */
type Answer = 'healthy' | 'no listener' | 'no answer';

/**
 * A process that has answered has a listener until it gets a signal to end (J29), and answers soon enough that nobody
 * restarts it, while a fault does not stop it for longer.
 */
export class LivenessProber {
  readonly faults: string[] = [];
  probes = 0;
  readonly #probe = livenessProbe();
  readonly #agent = new Agent({ pipelining: 0, connect: { timeout: this.#probe.timeoutSeconds * 1000 } });
  readonly #loops: readonly Promise<void>[];
  #isOver = false;

  constructor(nodes: readonly ClusterProcess[]) {
    this.#loops = nodes.map((node) => this.#watch(node));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    await this.#agent.destroy();
  }

  async #watch(node: ClusterProcess): Promise<void> {
    const { periodSeconds, failureThreshold } = this.#probe;
    const restartMs = periodSeconds * failureThreshold * 1000;
    let known = { pid: 0, healthyMs: 0 };
    while (!this.#isOver) {
      await delay(EVERY_MS);
      const { pid } = node;
      if (!isUp(node, pid)) continue;
      const answer = await this.#ask(node);
      if (answer === 'healthy') known = { pid, healthyMs: performance.now() };
      else if (pid === known.pid) {
        if (answer === 'no listener') await delay(ENDED_MS);
        if (!isUp(node, pid)) continue;
        if (answer === 'no listener') this.faults.push(`${node.name} (process ${pid}) ran without a listener`);
        if (performance.now() - known.healthyMs < restartMs) continue;
        this.faults.push(`${node.name} (process ${pid}) was not healthy for so long that a probe restarts it`);
        known = { pid: 0, healthyMs: 0 };
      }
    }
  }

  async #ask(node: ClusterProcess): Promise<Answer> {
    this.probes++;
    try {
      const signal = AbortSignal.timeout(this.#probe.timeoutSeconds * 1000);
      const { statusCode, body } = await request(node.url + this.#probe.httpGet.path, {
        ...{ dispatcher: this.#agent, signal, headers: { connection: 'close' } },
      });
      await body.dump();
      return statusCode === 200 ? 'healthy' : 'no answer';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ECONNREFUSED' ? 'no listener' : 'no answer';
    }
  }
}

/** It is this process, and it got no signal to end. */
function isUp(node: ClusterProcess, pid: number): boolean {
  return node.isRunning && !node.isEnding && node.pid === pid;
}
