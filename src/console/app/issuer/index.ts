/** The issuer's page: its securities, the orders that it decides on, and its offerings. */
import { useState } from 'preact/hooks';
import type { Desk, Security } from '../data/index.ts';
import { useTopic } from '../data/index.ts';
import { Empty, html, type Node, Panel } from '../parts/index.ts';
import { Approvals } from './approvals.ts';
import { Holders } from './holders.ts';
import { Offerings } from './offerings.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { SecuritySettings } from './security-settings.ts';

export function IssuerPage({ desk }: { readonly desk: Desk }): Node {
  const { session, securities } = desk;
  useTopic(securities.changed);
  const own = securities.all.filter((one) => one.isOwn || session.capabilities.operator);
  const [chosen, choose] = useState('');
  const security = own.find(({ securityId }) => securityId === chosen) ?? own[0];
  return html`<h1 class="unseen">Issuer</h1>
  <div class="pages">
    ${
      security === undefined
        ? html`<${Panel} title="Securities" name="own-securities"><${Empty}>${
            securities.isRead ? 'This client owns no security of the venue.' : 'Reading …'
          }</${Empty}></${Panel}>`
        : html`<${SecuritySettings} desk=${desk} own=${own} security=${security} choose=${choose} />
          ${session.may('getOrdersForApproval') ? html`<${Approvals} desk=${desk} own=${own} />` : null}
          ${
            session.may('getHoldings')
              ? html`<${Holders} key=${security.securityId} desk=${desk}
            security=${security} />`
              : null
          }`
    }
    ${session.may('getAllOffers') ? html`<${Offerings} desk=${desk} />` : null}
    ${session.may('getWebhookRegistrations') ? html`<${OwnWebhooks} desk=${desk} />` : null}
  </div>`;
}

export type OwnSecurities = readonly Security[];
