import { useState } from 'preact/hooks';
import type { Desk } from '../data/index.ts';
import { Deliveries, type Delivery, html, type Node, Panel, placeholder, useLoaded } from '../parts/index.ts';

const SHOWN = 100;

/** Deliveries of all clients, newest first. Clients send theirs again themselves (C80). */
export function WebhookLog({ desk }: { readonly desk: Desk }): Node {
  const [onlyFailed, setOnlyFailed] = useState(false);
  const loaded = useLoaded(
    async () => {
      const { deliveries } = await desk.session.api.call('getWebhookDeliveries', { limit: SHOWN });
      return deliveries as Delivery[];
    },
    [],
    10_000,
  );
  const shown = loaded.value?.filter(({ outcome }) => !onlyFailed || outcome !== 'delivered');
  const aside = html`<label class="check"><input type="checkbox" checked=${onlyFailed}
    onChange=${() => setOnlyFailed(!onlyFailed)} /> failed ones only</label>`;
  return html`<${Panel} title="Webhook deliveries" name="webhook-log" aside=${aside} wide>
    ${placeholder({ ...loaded, value: shown }, 'No deliveries.') ?? html`<${Deliveries} deliveries=${shown} />`}
  </${Panel}>`;
}
