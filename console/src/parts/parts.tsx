/** Small views that all pages are made of. */
import { useEffect, useState } from 'preact/hooks';
import type { Desk } from '../data/index.ts';
import { bothTimes, failureOf, messageOf, RETRY_MS, venueDateTime } from '../data/index.ts';
import type { Children, Node } from './node.ts';

interface PanelProps {
  readonly title: string;
  readonly name: string;
  readonly children?: Children;
  /** Over all columns. */
  readonly wide?: boolean;
  /** Next to the title. */
  readonly aside?: Children;
  /** Why what is shown may be old; undefined: it is live. */
  readonly stale?: string | undefined;
}

/** A region with a title. One that is stale says so in words, and is drawn pale. */
export function Panel({ title, name, children, wide = false, aside, stale }: PanelProps): Node {
  return (
    <section
      class={`panel ${name}${wide ? ' wide' : ''}${stale === undefined ? '' : ' stale'}`}
      aria-labelledby={`${name}-title`}
    >
      <header>
        <h2 id={`${name}-title`}>{title}</h2>
        {aside}
      </header>
      {stale === undefined ? null : (
        <p class="stale-note" role="status">
          {stale}
        </p>
      )}
      {children}
    </section>
  );
}

interface ScrollProps {
  readonly label: string;
  readonly scrolled?: (event: Event) => void;
  readonly children?: Children;
}

/** A table may be wider than its place: then it scrolls, with the keyboard too. */
export function Scroll({ label, scrolled, children }: ScrollProps): Node {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={`${label}: table`} onScroll={scrolled}>
      {children}
    </div>
  );
}

/** The head of the column with the buttons of a row: it is read out, not shown. */
export function ActionsHead(): Node {
  return (
    <th scope="col">
      <span class="unseen">Actions</span>
    </th>
  );
}

/** What will be here, and how to make the first one. */
export function Empty({ children }: { readonly children?: Children }): Node {
  return <p class="empty">{children}</p>;
}

/** A time of the API in the venue's zone; the title has the user's zone. */
export function When({ at }: { readonly at: number }): Node {
  return (
    <time datetime={Number.isNaN(at) ? '' : new Date(at).toISOString()} title={bothTimes(at)}>
      {venueDateTime(at)}
    </time>
  );
}

/** A side with its sign: colour alone says nothing to some. */
export function Side({ side }: { readonly side: string }): Node {
  return (
    <span class={side === 'Buy' ? 'bid' : 'offer'}>
      {side === 'Buy' ? '▲' : '▼'} {side}
    </span>
  );
}

/** Does it, and says what became of it; `undo` does the opposite, where there is one. Resolves to: it was done. */
export async function attempt(
  desk: Desk,
  work: () => Promise<unknown>,
  done: string,
  undo?: () => unknown,
): Promise<boolean> {
  const { api } = desk.session;
  const before = api.sent;
  try {
    await work();
    const call = api.sent === before ? undefined : api.sent;
    if (done !== '') desk.say('done', done, '', { call, undo });
    return true;
  } catch (error) {
    desk.sayFailure(error);
    return false;
  }
}

/** Data of a view from the API, read again on demand. */
export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why it is not there. */
  readonly failure: string | undefined;
  readonly again: () => void;
}

/** Reads when shown, when `keys` change, every `everyMs` unless 0, and soon after the venue did not answer. */
export function useLoaded<T>(read: () => Promise<T>, keys: readonly unknown[], everyMs = 0): Loaded<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      clearTimeout(retry);
      try {
        const found = await read();
        if (isOver) return;
        setValue(() => found);
        setFailure(undefined);
      } catch (error) {
        if (isOver) return;
        setFailure(messageOf(error));
        if (failureOf(error) !== 'refused') retry = setTimeout(load, RETRY_MS);
      }
    };
    void load();
    const timer = everyMs > 0 ? setInterval(() => document.hidden || void load(), everyMs) : undefined;
    return () => {
      isOver = true;
      clearTimeout(retry);
      clearInterval(timer);
    };
  }, [...keys, round]);
  return { value, failure, again: () => setRound((count) => count + 1) };
}

/** The text of what is being read, has failed or is an empty list; undefined: show it. */
export function placeholder(loaded: Omit<Loaded<unknown>, 'again'>, empty = ''): Node | undefined {
  if (loaded.value === undefined) {
    return loaded.failure === undefined ? (
      <Empty>Reading …</Empty>
    ) : (
      <p class="failed" role="alert">
        {loaded.failure}
      </p>
    );
  }
  return Array.isArray(loaded.value) && loaded.value.length === 0 ? <Empty>{empty}</Empty> : undefined;
}
