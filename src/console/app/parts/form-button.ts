import { DialogButton, type DialogButtonProps } from './dialog-button.ts';
import { Form, type FormProps } from './form.ts';
import { html, type Node } from './html.ts';

type Props = Omit<FormProps, 'close'> & Omit<DialogButtonProps, 'show'>;

/** A button that opens a form in a dialog. */
export function FormButton({ words, title = words, isPrimary = false, ...form }: Props): Node {
  const show = (close: () => void) => html`<${Form} ...${form} close=${close} />`;
  return html`<${DialogButton} words=${words} title=${title} isPrimary=${isPrimary} show=${show} />`;
}
