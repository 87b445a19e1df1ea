import type { ExchangeEvent, OrderEvent } from '../../src/exchange/api/events.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openVenue, security, type TestVenue } from './venue.ts';

export async function venue(over: Parameters<typeof security>[0] = {}): Promise<TestVenue> {
  const opened = openVenue({ folder: temporaryFolder() });
  await opened.exchange.submit(security(over));
  opened.events.length = 0;
  return opened;
}

export function changes(events: readonly ExchangeEvent[], orderId: OrderId): string[] {
  return events
    .filter((event): event is OrderEvent => event.type === 'order' && event.order.orderId === orderId)
    .map(({ change, order: { status, remaining } }) => `${change}: ${status} ${remaining}`);
}
