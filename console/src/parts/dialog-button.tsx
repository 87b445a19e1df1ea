import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import type { Node } from './node.ts';

export interface DialogButtonProps {
  /** On the button; dots are added. */
  readonly words: string;
  /** Of the dialog; absent: the words. */
  readonly title?: string;
  readonly isPrimary?: boolean;
  /** What the dialog shows; `close` closes it. */
  readonly show: (close: () => void) => Node;
}

/** A button that opens a dialog. */
export function DialogButton({ words, title = words, isPrimary = false, show }: DialogButtonProps): Node {
  const [isOpen, open] = useState(false);
  const close = () => open(false);
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => open(true)}>
        {words} …
      </button>
      {isOpen ? (
        <Dialog title={title} close={close}>
          {show(close)}
        </Dialog>
      ) : null}
    </>
  );
}
