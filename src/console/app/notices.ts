/** What the operator told all, until the reader puts it away. */
import { useState } from 'preact/hooks';
import type { Desk } from './desk.ts';
import { html, type Node } from './html.ts';
import { bothTimes, venueTime } from './times.ts';
import { useTopic } from './topic.ts';

const WORDS: Readonly<Record<string, string>> = { info: 'Notice', warning: 'Warning', urgent: 'Urgent notice' };

export function Notices({ desk }: { readonly desk: Desk }): Node | null {
  useTopic(desk.market.noticed);
  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set());
  const shown = desk.market.notices.filter(({ id }) => !putAway.has(id)).slice(0, 3);
  if (shown.length === 0) return null;
  return html`<div class="notices" role="status">${shown.map(
    ({ id, at, severity, text, securityId }) => html`<p key=${id} class=${`notice ${severity}`}>
      <span><strong>${WORDS[severity] ?? 'Notice'}</strong>${' '}
        <time title=${bothTimes(at)}>${venueTime(at)}</time>
        ${securityId === null ? '' : ` · ${desk.securities.find(securityId)?.name ?? securityId}`} · ${text}</span>
      <button type="button" class="plain" aria-label="Put away"
        onClick=${() => setPutAway(new Set([...putAway, id]))}>✕</button></p>`,
  )}</div>`;
}
