/** Figures with links to what they count. */
import { countdown, useEachSecond, venueNow } from '../../data/index.ts';
import type { Children, Node } from '../../parts/index.ts';

export interface Figure {
  readonly words: string;
  readonly value: string;
  /** Of what is counted. */
  readonly path?: string;
  /** Below the value. */
  readonly about?: Children;
}

export function Figures({ figures }: { readonly figures: readonly Figure[] }): Node {
  return (
    <dl class="figures">
      {figures.map(({ words, value, path, about }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            {path === undefined ? value : <a href={path}>{value}</a>}
            {about === undefined ? null : <small class="below">{about}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How long something waits: `4:09`, `2 d`. */
export function Age({ since }: { readonly since: number }): Node {
  useEachSecond();
  return <span>{countdown(Math.max(0, venueNow() - since))}</span>;
}
