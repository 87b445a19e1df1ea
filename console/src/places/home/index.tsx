/** Where the work of a role begins: open decisions, and today's figures, as the venue counts them over all records. */
import type { MethodName } from '../../client/index.ts';
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Alerts } from './alerts.tsx';
import { Holders } from './holders.tsx';
import { Money } from './money.tsx';
import { Queues } from './queues.tsx';
import { Raise } from './raise.tsx';
import { SearchBox } from './search-box.tsx';
import { Venue } from './venue.tsx';

interface Part {
  readonly name: string;
  readonly needs: readonly MethodName[];
  /** Absent: for both. */
  readonly who?: 'client' | 'operator';
  readonly View: (props: { readonly desk: Desk }) => Node | null;
}

/** In their order; those that the reader has rights for are shown. */
const PARTS: readonly Part[] = [
  { name: 'search', needs: ['getAuditLog'], who: 'operator', View: SearchBox },
  { name: 'venue', needs: ['getVenueHealth', 'approveAction'], who: 'operator', View: Venue },
  { name: 'alerts', needs: ['getAlertCounts'], who: 'operator', View: Alerts },
  { name: 'queues', needs: [], View: Queues },
  { name: 'raise', needs: ['listTrades'], who: 'client', View: Raise },
  { name: 'money', needs: ['getReconciliation'], View: Money },
  { name: 'holders', needs: ['getRegister', 'updateSecuritySettings'], who: 'client', View: Holders },
];

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { capabilities, may } = desk.session;
  const own = capabilities.operator ? 'operator' : 'client';
  const shown = PARTS.filter(({ needs, who = own }) => who === own && may(...needs));
  return (
    <div class="home">
      {shown.map(({ name, View }) => (
        <View key={name} desk={desk} />
      ))}
    </div>
  );
}
