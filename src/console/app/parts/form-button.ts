import { useState } from 'preact/hooks';
import { Form, type FormProps } from './form.ts';
import { html, type Node } from './html.ts';
import { Dialog } from './parts.ts';

interface Props extends Omit<FormProps, 'close'> {
  /** On the button; dots are added. */
  readonly words: string;
  /** Of the dialog; absent: the words. */
  readonly title?: string;
  readonly isPrimary?: boolean;
}

/** A button that opens a form in a dialog. */
export function FormButton({ words, title = words, isPrimary = false, ...form }: Props): Node {
  const [isOpen, open] = useState(false);
  const close = () => open(false);
  return html`<button type="button" class=${isPrimary ? 'primary' : ''}
    onClick=${() => open(true)}>${words} …</button>${
      isOpen ? html`<${Dialog} title=${title} close=${close}><${Form} ...${form} close=${close} /></${Dialog}>` : null
    }`;
}
