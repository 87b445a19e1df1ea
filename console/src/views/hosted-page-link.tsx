import { type Node, ShownOnce } from '../parts/index.ts';

/** The address of a page of the venue that an investor opens without signing in; it is shown once. */
export function HostedPageLink({ words, address }: { readonly words: string; readonly address: string }): Node {
  return (
    <div class="hosted-page">
      <ShownOnce words={words} text={address} />
      <p class="hint">
        It holds for 24 hours and one use.{' '}
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open the page
        </a>
      </p>
    </div>
  );
}
