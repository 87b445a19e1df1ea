import type { Node } from './node.ts';

/** A secret that nobody can read again. */
export function ShownOnce({ words, text }: { readonly words: string; readonly text: string }): Node {
  return (
    <p role="status">
      {words}, shown this once: <code class="secret">{text}</code>{' '}
      <button type="button" aria-label={`Copy: ${words}`} onClick={() => navigator.clipboard?.writeText(text)}>
        Copy
      </button>
    </p>
  );
}
