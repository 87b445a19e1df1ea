import { useState } from 'preact/hooks';
import { html, type Node } from './html.ts';

/** Covered until the reader asks for it: others may look at the screen. */
export function Sealed({ text }: { readonly text: string }): Node {
  const [isShown, show] = useState(false);
  const words = isShown ? text : `•••• ${text.slice(-4)}`;
  return html`${words} <button type="button" class="plain" aria-pressed=${isShown}
    onClick=${() => show(!isShown)}>${isShown ? 'Hide' : 'Show'}</button>`;
}
