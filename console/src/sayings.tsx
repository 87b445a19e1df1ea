/** Short messages over the page: what became of an action, and news. */
import { useState } from 'preact/hooks';
import { type ApiCall, type Desk, type SayingKind, useTopic } from './data/index.ts';
import { CallText, Dialog, type Node } from './parts/index.ts';

export const SIGNS: Readonly<Record<SayingKind, string>> = {
  done: '✓',
  hint: 'ℹ',
  news: '●',
  refused: '✕',
  unsent: '✕',
  unknown: '?',
};
export const WORDS: Readonly<Record<SayingKind, string>> = {
  done: '',
  hint: '',
  news: '',
  refused: 'Refused: ',
  unsent: 'Not sent: ',
  unknown: 'Outcome unknown: ',
};

export function Sayings({ desk }: { readonly desk: Desk }): Node {
  useTopic(desk.said);
  const [shown, show] = useState<ApiCall | undefined>(undefined);
  const undo = (id: number, does: () => unknown) => {
    desk.unsay(id);
    does();
  };
  return (
    <>
      <div class="sayings" role="status" aria-live="polite">
        {desk.sayings.map(({ id, kind, text, call, undo: opposite }) => (
          <p key={id} class={`saying ${kind}`}>
            <span>
              <span class="sign" aria-hidden="true">
                {SIGNS[kind]}
              </span>{' '}
              {WORDS[kind]}
              {text}
            </span>
            {opposite && (
              <button type="button" onClick={() => undo(id, opposite)}>
                Undo
              </button>
            )}
            {call && (
              <button
                type="button"
                class="plain"
                title="As API call"
                aria-label="As API call"
                onClick={() => show(call)}
              >
                {'{ }'}
              </button>
            )}
            <button type="button" class="plain" aria-label="Close" onClick={() => desk.unsay(id)}>
              ✕
            </button>
          </p>
        ))}
      </div>
      {shown && (
        <Dialog title="As API call" close={() => show(undefined)}>
          <CallText call={shown} />
        </Dialog>
      )}
    </>
  );
}
