/** Deliveries of webhooks, as clients and operators see them. */

import { instantOf } from '../data/index.ts';
import { html, type Node } from './html.ts';
import { Scroll, When } from './parts.ts';

export interface Delivery {
  readonly seq: number;
  readonly clientId: string;
  readonly method: string;
  readonly url: string;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly detail: string | null;
  readonly attempt: number;
  readonly durationMs: number;
  readonly firedDate: string;
}

export function Deliveries({ deliveries }: { readonly deliveries: readonly Delivery[] }): Node {
  return html`<${Scroll} label="Deliveries"><table><thead><tr><th scope="col">Webhook</th><th scope="col">To</th>
      <th scope="col">Outcome</th><th scope="col" class="number">Attempt</th><th scope="col" class="number">ms</th>
      <th scope="col">Fired</th></tr></thead>
    <tbody>${deliveries.map(
      (one) => html`<tr key=${one.seq}><th
        scope="row">${one.method}<small>${one.clientId}</small></th><td>${one.url}</td>
        <td>${one.outcome === 'delivered' ? '✓' : '✕'} ${one.outcome}${
          one.httpStatus === null ? '' : ` ${one.httpStatus}`
        }${one.detail === null ? null : html`<small>${one.detail}</small>`}</td>
        <td class="number">${one.attempt}</td><td class="number">${one.durationMs}</td>
        <td><${When} at=${instantOf(one.firedDate)} /></td></tr>`,
    )}</tbody></table></${Scroll}>`;
}
