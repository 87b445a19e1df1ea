/** The operator's page: how the venue is, and what keeps it right. */
import type { MethodName } from 'openats/client';
import type { Desk } from '../data/index.ts';
import { html, type Node } from '../parts/index.ts';
import { Calendar } from './calendar.ts';
import { Clients } from './clients.ts';
import { Health } from './health.ts';
import { KillSwitches } from './kill-switches.ts';
import { Markets } from './markets.ts';
import { PendingActions } from './pending-actions.ts';
import { Reports } from './reports.ts';
import { Reviews } from './reviews.ts';
import { SendNotice } from './send-notice.ts';
import { WebhookLog } from './webhook-log.ts';

type View = (props: { readonly desk: Desk }) => Node;

type Place = 'first' | 'left' | 'middle' | 'right' | 'last';

/** A panel with the methods that it needs, and its place. */
const PANELS: readonly (readonly [View, readonly string[], Place])[] = [
  [Health, ['getVenueHealth'], 'first'],
  [Markets, ['haltSecurity', 'resumeSecurity'], 'left'],
  [PendingActions, ['getPendingActions'], 'left'],
  [Reviews, ['getKycAmlReviews'], 'left'],
  [KillSwitches, ['getKillSwitches', 'throwKillSwitch', 'releaseKillSwitch'], 'middle'],
  [SendNotice, ['sendNotice'], 'middle'],
  [Reports, ['listReports'], 'middle'],
  [Clients, ['getClients', 'getApiKeys'], 'right'],
  [Calendar, ['getMarketCalendar'], 'right'],
  [WebhookLog, ['getWebhookDeliveries'], 'last'],
];

export function OperatorPage({ desk }: { readonly desk: Desk }): Node {
  const may = (methods: readonly string[]) => desk.session.may(...(methods as MethodName[]));
  const column = (place: Place) =>
    html`<div class=${`column ${place}`}>${PANELS.map(([View, needed, where], index) =>
      where === place && may(needed) ? html`<${View} key=${index} desk=${desk} />` : null,
    )}</div>`;
  return html`<h1 class="unseen">Operate</h1>
  <div class="operator">${(['first', 'left', 'middle', 'right', 'last'] as const).map(column)}</div>`;
}
