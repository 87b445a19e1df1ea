import { useState } from 'preact/hooks';
import type { Node } from './node.ts';
import { Confirm } from './parts.tsx';

interface ConfirmedAction {
  /** A verb: on the button, and to confirm. One of them has each. */
  readonly words: string;
  /** What will happen, with its numbers. */
  readonly says: string;
  /** The text that is asked for; absent: none. */
  readonly reason?: string | undefined;
  /** It cannot be undone: the id of the record is typed. */
  readonly isTyped?: boolean | undefined;
  readonly does: (reason: string) => unknown;
}

interface Props {
  /** The record as a title names it, and its id. */
  readonly name: string;
  readonly id: string;
  readonly actions: readonly ConfirmedAction[];
}

/** A button for each action on a record; each asks before it is done. */
export function ConfirmedActions({ name, id, actions }: Props): Node {
  const [last, ask] = useState<ConfirmedAction | undefined>(undefined);
  // The record may have changed since: its newest text, or, where the action is over, the last one.
  const asked = last && (actions.find(({ words }) => words === last.words) ?? last);
  return (
    <>
      {actions.map((one) => (
        <button key={one.words} type="button" class={one.isTyped ? 'danger' : ''} onClick={() => ask(one)}>
          {one.words} …
        </button>
      ))}
      {asked === undefined ? null : (
        <Confirm
          title={`${asked.words}: ${name}`}
          yes={asked.words}
          text={asked.says}
          reason={asked.reason}
          typed={asked.isTyped ? id : undefined}
          close={() => ask(undefined)}
          does={asked.does}
        />
      )}
    </>
  );
}
