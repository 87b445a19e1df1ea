/** Orders: a list of all of them, and the whole life of each. */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, isOpen, isRehearsed, messageOf, quantityText } from '../../data/index.ts';
import { Confirm, type Node, useStaleness } from '../../parts/index.ts';
import { type Selected, Table, useList } from '../../table/index.ts';
import { useColumns } from '../../views/index.ts';
import { CancelForClient } from './cancel-for-client.tsx';
import { columnsOf, type ListedOrder, readOrder } from './columns.tsx';

export { Record } from './record.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session, orders, securities } = desk;
  const { operator } = session.capabilities;
  const columns = useColumns(desk, () => columnsOf(desk), [securities.all]);
  const list = useList(desk, { method: 'listAtsOrders', key: 'ats_orders', columns, read: readOrder });
  const [asked, ask] = useState<readonly ListedOrder[]>([]);
  useEffect(() => orders.happened.subscribe(list.again), []);
  const selected: readonly Selected<ListedOrder>[] = [{ words: 'Cancel …', isDanger: true, does: ask }];
  const open = asked.filter(isOpen);
  const tools = operator && session.may('cancelOrders') ? <CancelForClient desk={desk} done={list.again} /> : null;
  return (
    <>
      <Table
        name="orders"
        label="Orders"
        {...list}
        columns={columns}
        opens
        tools={tools}
        stale={useStaleness(desk)}
        idOf={({ orderId }: ListedOrder) => orderId}
        selected={session.may('cancelOrder') && !operator ? selected : undefined}
        empty="No orders yet. Send one from the ticket of the market, or by createOrder."
      />
      {asked.length === 0 ? null : (
        <Confirm
          title={`Cancel ${quantityText(open.length)} selected orders`}
          isDanger
          yes={`Cancel ${open.length} orders`}
          close={() => ask([])}
          text={`${open.length} of the ${asked.length} selected orders can be cancelled. What is filled stays filled.`}
          does={() => cancelEach(desk, open)}
        />
      )}
    </>
  );
}

/** One after the other; says how many were cancelled, and the first reason where one was not. */
async function cancelEach(desk: Desk, open: readonly ListedOrder[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { orderId } of open) {
    try {
      await desk.session.api.call('cancelOrder', { orderid: orderId });
    } catch (error) {
      if (isRehearsed(error)) return;
      failures.push(error);
    }
    desk.orders.readSoon(orderId);
  }
  desk.say('done', `${open.length - failures.length} orders are cancelled.`);
  if (failures.length > 0)
    desk.say('refused', `${failures.length} orders are not cancelled: ${messageOf(failures[0])}`);
}
