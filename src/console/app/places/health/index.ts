/** How the venue is, and its nodes. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Health } from './health.ts';
import { Nodes } from './nodes.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const nodes = desk.session.may('getCluster') ? html`<${Nodes} desk=${desk} />` : null;
  return html`<div class="panels"><${Health} desk=${desk} />${nodes}</div>`;
}
