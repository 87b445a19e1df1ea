/** The process of the probes: what keeps the attackers' process busy delays no probe. */
import { Probe, type Probed } from './probe.ts';

/** What the parent sends, each answered with the times of every probe since the last answer, in milliseconds. */
export type ProbeRequest =
  | { readonly type: 'start'; readonly port: number; readonly probed: readonly Probed[]; readonly interval_ms: number }
  | { readonly type: 'take' | 'stop' };

let probes: readonly Probe[] = [];

async function answer(request: ProbeRequest): Promise<void> {
  if (request.type === 'start') {
    probes = request.probed.map((probed) => new Probe(request.port, probed));
    for (const probe of probes) probe.start(request.interval_ms);
  }
  if (request.type === 'stop') await Promise.all(probes.map((probe) => probe.stop()));
  process.send?.(probes.map((probe) => probe.take()));
  if (request.type === 'stop') process.disconnect?.();
}

process.on('message', (request: ProbeRequest) => void answer(request));
