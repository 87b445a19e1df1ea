/** How the venue is, and its nodes. */
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Health } from './health.tsx';
import { Nodes } from './nodes.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const nodes = desk.session.may('getCluster') ? <Nodes desk={desk} /> : null;
  return (
    <div class="panels">
      <Health desk={desk} />
      {nodes}
    </div>
  );
}
