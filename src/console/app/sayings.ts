/** Short messages over the page: what became of an action, and news. */
import { type Desk, type SayingKind, useTopic } from './data/index.ts';
import { html, type Node } from './parts/index.ts';

export const SIGNS: Readonly<Record<SayingKind, string>> = {
  done: '✓',
  news: '●',
  refused: '✕',
  unsent: '✕',
  unknown: '?',
};
export const WORDS: Readonly<Record<SayingKind, string>> = {
  done: '',
  news: '',
  refused: 'Refused: ',
  unsent: 'Not sent: ',
  unknown: 'Outcome unknown: ',
};

export function Sayings({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.said);
  return html`<div class="sayings" role="status" aria-live="polite">${desk.sayings.map(
    ({ id, kind, text }) => html`<p key=${id} class=${`saying ${kind}`}>
      <span><span class="sign" aria-hidden="true">${SIGNS[kind]}</span>
        ${WORDS[kind]}${text}</span>
      <button type="button" class="plain" aria-label="Close" onClick=${() => desk.unsay(id)}>✕</button></p>`,
  )}</div>`;
}
