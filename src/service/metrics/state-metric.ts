import { Gauge, type Registry } from 'prom-client';
import type { NodeState } from '../../http/server/index.ts';

const STATES: readonly NodeState[] = ['waiting', 'standby', 'leader'];

/** Whether the process leads, follows or waits: /health says why (J29). */
export function addStateMetric(registry: Registry, state: () => NodeState): void {
  new Gauge({
    name: 'openats_node_state',
    help: '1 with the state of this process: it leads the venue, answers from a copy, or answers no calls',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const present = state();
      for (const one of STATES) this.set({ state: one }, one === present ? 1 : 0);
    },
  });
}
