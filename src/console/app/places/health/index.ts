/** How the venue is. */
import type { Desk } from '../../data/index.ts';
import { html, type Node } from '../../parts/index.ts';
import { Health } from './health.ts';

export function Place({ desk }: { readonly desk: Desk }): Node {
  return html`<div class="panels"><${Health} desk=${desk} /></div>`;
}
