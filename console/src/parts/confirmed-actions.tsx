import { useState } from 'preact/hooks';
import { Confirm, type Counted } from './dialog.tsx';
import type { Node } from './node.ts';

interface ConfirmedAction {
  /** A verb: on the button, and to confirm. One of them has each. */
  readonly words: string;
  /** What will happen, with its numbers. */
  readonly says: string;
  /** The text that is asked for; absent: none. */
  readonly reason?: string | undefined;
  /** It ends or removes something: its buttons are red. */
  readonly isDanger?: boolean | undefined;
  /** Asks the venue what it hits. */
  readonly counts?: (() => Promise<Counted>) | undefined;
  /** It cannot be undone: its verb is typed, too. */
  readonly isTyped?: boolean | undefined;
  readonly does: (reason: string) => unknown;
}

interface Props {
  /** The record as a title names it. */
  readonly name: string;
  readonly actions: readonly ConfirmedAction[];
}

/** A button for each action on a record; each asks before it is done. */
export function ConfirmedActions({ name, actions }: Props): Node {
  const [last, ask] = useState<ConfirmedAction | undefined>(undefined);
  // The record may have changed since: its newest text, or, where the action is over, the last one.
  const asked = last && (actions.find(({ words }) => words === last.words) ?? last);
  return (
    <>
      {actions.map((one) => (
        <button
          key={one.words}
          type="button"
          class={one.isDanger || one.isTyped ? 'danger' : ''}
          onClick={() => ask(one)}
        >
          {one.words} …
        </button>
      ))}
      {asked === undefined ? null : (
        <Confirm
          title={`${asked.words}: ${name}`}
          yes={asked.words}
          text={asked.says}
          reason={asked.reason}
          isDanger={asked.isDanger}
          counts={asked.counts}
          typed={asked.isTyped ? asked.words.split(' ')[0]?.toUpperCase() : undefined}
          close={() => ask(undefined)}
          does={asked.does}
        />
      )}
    </>
  );
}
