/** Webhooks: where they go, what became of each delivery, and failed ones once more (C75, C80). */
import { useMemo } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';
import { Table } from '../../table/index.ts';
import { columnsOf, type Delivery, useDeliveries } from './deliveries.ts';
import { OwnWebhooks } from './own-webhooks.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const deliveries = useDeliveries(desk);
  const columns = useMemo(() => columnsOf(desk), []);
  const own = <OwnWebhooks desk={desk} again={deliveries.again} />;
  return (
    <>
      {desk.session.capabilities.operator ? null : own}
      <Table
        name="deliveries"
        label="Deliveries"
        {...deliveries}
        columns={columns}
        idOf={({ seq }: Delivery) => String(seq)}
        empty="No deliveries. They appear here when a webhook is sent."
      />
    </>
  );
}
