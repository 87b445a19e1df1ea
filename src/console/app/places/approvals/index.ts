/** Everything that needs a decision of this user. */
import { type Desk, useTopic } from '../../data/index.ts';
import { Empty, html, type Node } from '../../parts/index.ts';
import { OrderApprovals } from './order-approvals.ts';
import { PendingActions } from './pending-actions.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter(({ isOwn }) => isOwn || session.capabilities.operator);
  const hasOrders = session.may('getOrdersForApproval') && own.length > 0;
  const hasActions = session.may('getPendingActions');
  return html`<div class="panels">
    ${hasActions ? html`<${PendingActions} desk=${desk} />` : null}
    ${hasOrders ? html`<${OrderApprovals} desk=${desk} own=${own} />` : null}
    ${
      hasActions || hasOrders
        ? null
        : html`<${Empty}>${
            securities.isRead
              ? 'Nothing needs you. Orders in a security of yours appear here when it requires approval.'
              : 'Reading …'
          }</${Empty}>`
    }
  </div>`;
}
