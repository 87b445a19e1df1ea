/** The operator's page: how the venue is, and what keeps it right. */
import type { MethodName } from 'openats/client';
import type { Desk } from '../desk.ts';
import { html, type Node } from '../html.ts';
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

/** A panel with the methods that it cannot do without. */
const PANELS: readonly (readonly [View, readonly string[]])[] = [
  [Health, ['getVenueHealth']],
  [Markets, ['haltSecurity', 'resumeSecurity']],
  [KillSwitches, ['getKillSwitches', 'throwKillSwitch', 'releaseKillSwitch']],
  [PendingActions, ['getPendingActions']],
  [Reviews, ['getKycAmlReviews']],
  [SendNotice, ['sendNotice']],
  [Clients, ['getClients', 'getApiKeys']],
  [Calendar, ['getMarketCalendar']],
  [WebhookLog, ['getWebhookDeliveries']],
  [Reports, ['listReports']],
];

export function OperatorPage({ desk }: { readonly desk: Desk }): Node {
  const shown = PANELS.filter(([, needed]) => desk.session.may(...(needed as MethodName[])));
  return html`<h1 class="unseen">Operate</h1>
  <div class="pages">${shown.map(([View], index) => html`<${View} key=${index} desk=${desk} />`)}</div>`;
}
