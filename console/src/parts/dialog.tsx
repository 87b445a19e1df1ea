/** Dialogs, and the question before something is done. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../data/index.ts';
import { AsApiCall } from './api-call.tsx';
import type { Children, Node } from './node.ts';

/** What an act hits, as the venue counts it when the reader is asked. */
export interface Counted {
  readonly text: string;
  /** The words of the button with the number. */
  readonly yes?: string;
}

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  /** Absent: no text is asked for. */
  readonly reason?: string | undefined;
  /** It ends or removes something: its button is red. */
  readonly isDanger?: boolean | undefined;
  /** Asks the venue what it hits; the act waits for the answer. */
  readonly counts?: (() => Promise<Counted>) | undefined;
  /** The word that is typed before it is done, where it cannot be undone. */
  readonly typed?: string | undefined;
}

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children?: Children;
}

const FIELDS = 'input:not([type="file"]), select, textarea';

/** In the first field, with its text selected, so that the next keys replace it; else where the browser puts it. */
function open(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (dialog.querySelector('[autofocus]') !== null) return;
  const field = dialog.querySelector<HTMLInputElement>(FIELDS);
  field?.focus();
  field?.select?.();
}

/** A modal dialog; Escape and a click outside close it. */
export function Dialog({ title, close, children }: DialogProps): Node {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key, which is typed into it.
  useLayoutEffect(() => (dialog.current === null ? undefined : open(dialog.current)), []);
  const outside = (event: MouseEvent) => event.target === dialog.current && close();
  return (
    <dialog ref={dialog} onClose={close} onClick={outside} aria-labelledby="dialog-title">
      <div class="dialog-body">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="plain" onClick={close} aria-label="Close">
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps extends Question {
  readonly close: () => void;
  readonly does: (reason: string) => unknown;
  readonly children?: Children;
}

/** Asks before something is done, and says what will happen. */
export function Confirm({
  title,
  text,
  yes,
  reason,
  isDanger = false,
  counts,
  typed,
  close,
  does,
  children,
}: ConfirmProps): Node {
  const counted = useCounted(counts);
  const [why, setWhy] = useState('');
  const [written, write] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    close();
    does(why.trim());
  };
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submit}>
        {counted === undefined ? null : <p role="status">{counted.text}</p>}
        <p>{text}</p>
        {reason === undefined ? null : (
          <label>
            {reason}
            <input
              required
              maxlength={500}
              autofocus
              value={why}
              onInput={(event: Event) => setWhy((event.target as HTMLInputElement).value)}
            />
          </label>
        )}
        {children}
        {typed === undefined ? null : (
          <label>
            Type {typed} to go on
            <input
              autocomplete="off"
              spellcheck={false}
              value={written}
              onInput={(event: Event) => write((event.target as HTMLInputElement).value)}
            />
          </label>
        )}
        <div class="buttons">
          <button
            type="submit"
            class={isDanger || typed !== undefined ? 'primary danger' : 'primary'}
            disabled={counted?.text === COUNTING || (typed !== undefined && written.trim().toUpperCase() !== typed)}
            autofocus={reason === undefined && typed === undefined}
          >
            {counted?.yes ?? yes}
          </button>
          <button type="button" onClick={close}>
            Back
          </button>
        </div>
        <AsApiCall of={why} work={() => does(why.trim())} />
      </form>
    </Dialog>
  );
}

const COUNTING = 'Counting …';

/** Undefined: there is nothing to count. Where the venue does not answer, the reader decides without the number. */
function useCounted(counts: (() => Promise<Counted>) | undefined): Counted | undefined {
  const [counted, count] = useState<Counted>({ text: COUNTING });
  useEffect(() => {
    counts?.().then(count, (error) => count({ text: `The number is not known: ${messageOf(error)}.` }));
  }, []);
  return counts === undefined ? undefined : counted;
}
