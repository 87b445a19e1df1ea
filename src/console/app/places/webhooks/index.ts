/** Webhooks: where they go, what became of each delivery, and failed ones once more (C75, C80). */
import { useMemo } from 'preact/hooks';
import type { Desk } from '../../data/index.ts';
import { attempt, html, type Node, Panel, placeholder, useLoaded } from '../../parts/index.ts';
import { Table } from '../../table/index.ts';
import { columnsOf, type Delivery, useDeliveries } from './deliveries.ts';

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

export function Place({ desk }: { readonly desk: Desk }): Node {
  const deliveries = useDeliveries(desk);
  const columns = useMemo(() => columnsOf(desk), []);
  const own = html`<${OwnWebhooks} desk=${desk} again=${deliveries.again} />`;
  return html`${desk.session.capabilities.operator ? null : own}
    <${Table} name="deliveries" label="Deliveries" ...${deliveries} columns=${columns}
      idOf=${({ seq }: Delivery) => String(seq)} empty="No deliveries. They appear here when a webhook is sent." />`;
}

/** Where the client's go. Only the client sends its failed ones again. */
function OwnWebhooks({ desk, again }: { readonly desk: Desk; readonly again: () => void }): Node {
  const { session } = desk;
  const registrations = useLoaded(
    async () => (await session.api.call('getWebhookRegistrations')).webhooks as Registration[],
    [],
  );
  const replay = async (id: string) => {
    await attempt(desk, () => session.api.call('replayDeliveries', { id }), 'Failed deliveries go out again.');
    again();
  };
  const button = ({ id, method }: Registration) =>
    session.may('replayDeliveries')
      ? html`<button type="button" onClick=${() => replay(id)}
          aria-label=${`Send failed deliveries of ${method} again`}>Send failed ones again</button>`
      : null;
  return html`<div class="panels"><${Panel} title="Registrations" name="own-webhooks" wide>
    ${
      placeholder(registrations, 'No webhooks. Register one with registerWebhook.') ??
      html`<ul class="plain-list">${registrations.value?.map(
        (one) => html`<li key=${one.id}><strong>${one.method}</strong> to ${one.url} ${button(one)}</li>`,
      )}</ul>`
    }
  </${Panel}></div>`;
}
