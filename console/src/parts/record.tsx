/** A record with its head, its facts, what happened to it, and what belongs to it; as a page or in a drawer. */
import { bothTimes, closeRecord, pathOf, useAddress, venueDateTime } from '../data/index.ts';
import { Named } from './named.tsx';
import type { Children, Node } from './node.ts';

export type Fact = readonly [words: string, value: Children];

export interface Step {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly title: string;
  readonly text?: Children;
  readonly kind?: 'good' | 'bad';
}

interface RecordProps {
  readonly title: string;
  /** Its id, and the like, below the title. */
  readonly about?: Children;
  readonly state?: Children;
  /** Main actions: buttons. */
  readonly actions?: Children;
  readonly facts: readonly Fact[];
  readonly children?: Children;
}

/** The head stays in sight; one that is shown as a page leads back to its list. */
export function RecordView({ title, about, state, actions, facts, children }: RecordProps): Node {
  const { place, id, isDrawer } = useAddress();
  return (
    <article class="record" aria-labelledby="record-title">
      <header class="record-head">
        <div class="record-way">
          {isDrawer ? <a href={pathOf(place, id)}>Open as a page</a> : <a href={pathOf(place)}>‹ Back to the list</a>}
          {isDrawer ? (
            <button type="button" class="plain" aria-label="Close the record" title="Close (Esc)" onClick={closeRecord}>
              ✕
            </button>
          ) : null}
        </div>
        <div class="record-title">
          <h2 id="record-title" tabindex={-1}>
            {title}
          </h2>
          {state}
        </div>
        {about === undefined ? null : <p class="record-about">{about}</p>}
        {actions === undefined ? null : <div class="buttons">{actions}</div>}
      </header>
      <div class="record-body">
        {facts.length === 0 ? null : <Facts facts={facts} />}
        {children}
      </div>
    </article>
  );
}

/** Facts without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): Node {
  const shown = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return (
    <dl class="facts">
      {shown.map(([words, value]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SectionProps {
  readonly title: string;
  readonly aside?: Children;
  readonly children?: Children;
}

/** A part of a record. */
export function Section({ title, aside, children }: SectionProps): Node {
  return (
    <section class="section" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** What happened, the newest first. */
export function Timeline({ steps }: { readonly steps: readonly Step[] }): Node {
  return (
    <ol class="timeline">
      {steps.map(({ at, title, text, kind = '' }, index) => (
        <li key={index} class={kind}>
          <time title={bothTimes(at)}>{venueDateTime(at)}</time>
          <div>
            <strong>{title}</strong>
            <div class="step-text">{text}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A link to a record, which opens next to the list when it is of the place that is shown. */
export function RecordLink({ place, id, children }: { place: string; id: string; children?: Children }): Node {
  return <a href={pathOf(place, id)}>{children ?? <Named id={id} />}</a>;
}
