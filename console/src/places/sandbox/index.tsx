/** The sandbox (Z1 to Z14): its clock, other sides by script, faults, the recorder, and snapshots. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';
import { Recorder } from './recorder.tsx';
import { Scripts } from './scripts.tsx';
import { Snapshots } from './snapshots.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { may, capabilities } = desk.session;
  return (
    <div class="panels">
      <Clock desk={desk} />
      {/* An operator has no orders and investments that others take part in. */}
      {may('getScripts') && !capabilities.operator ? <Scripts desk={desk} /> : null}
      {may('getFaults') ? <Faults desk={desk} /> : null}
      {may('getRecording') ? <Recorder desk={desk} /> : null}
      {may('getSnapshots') ? <Snapshots desk={desk} /> : null}
    </div>
  );
}
