import { useState } from 'preact/hooks';
import type { Node } from './node.ts';

/** Covered until the reader asks for it: others may look at the screen. */
export function Sealed({ text }: { readonly text: string }): Node {
  const [isShown, show] = useState(false);
  const words = isShown ? text : `•••• ${text.slice(-4)}`;
  return (
    <>
      {words}{' '}
      <button type="button" class="plain" aria-pressed={isShown} onClick={() => show(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
    </>
  );
}
