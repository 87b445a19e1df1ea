import type { Desk, Fields } from '../data/index.ts';
import {
  attempt,
  Deliveries,
  type Delivery,
  Empty,
  html,
  type Node,
  Panel,
  placeholder,
  useLoaded,
} from '../parts/index.ts';

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly url: string;
}

const LOG_SHOWN = 50;

/** The client's webhooks, what became of their deliveries, and failed ones once more (C75, C80). */
export function OwnWebhooks({ desk }: { readonly desk: Desk }): Node {
  const { session } = desk;
  const registrations = useLoaded(async () => {
    const { webhooks } = (await session.api.call('getWebhookRegistrations')) as Fields & { webhooks: Registration[] };
    return webhooks;
  }, []);
  const log = useLoaded(
    async () => {
      if (!session.may('getDeliveryLog')) return [];
      return (await session.api.call('getDeliveryLog', { limit: LOG_SHOWN })).deliveries as Delivery[];
    },
    [],
    10_000,
  );
  const replay = async (id: string) => {
    await attempt(desk, () => session.api.call('replayDeliveries', { id }), 'Failed deliveries go out again.');
    log.again();
  };
  return html`<${Panel} title="Webhooks" name="own-webhooks" wide>
    ${
      placeholder(registrations, 'No webhooks. Register one with registerWebhook.') ??
      html`<ul class="plain-list">${registrations.value?.map(
        ({ id, method, url }) => html`<li key=${id}><strong>${method}</strong> to ${url}${' '}
          ${
            session.may('replayDeliveries')
              ? html`<button type="button" onClick=${() => replay(id)}
            aria-label=${`Send failed deliveries of ${method} again`}>Send failed ones again</button>`
              : null
          }</li>`,
      )}</ul>`
    }
    ${
      log.value === undefined || log.value.length === 0
        ? html`<${Empty}>No deliveries.</${Empty}>`
        : html`<${Deliveries}
      deliveries=${log.value} />`
    }
  </${Panel}>`;
}
