import { DialogButton, type DialogButtonProps } from './dialog-button.tsx';
import { Form, type FormProps } from './form.tsx';
import type { Node } from './node.ts';

type Props = Omit<FormProps, 'close'> & Omit<DialogButtonProps, 'show'>;

/** A button that opens a form in a dialog. */
export function FormButton({ words, title = words, isPrimary = false, ...form }: Props): Node {
  const show = (close: () => void) => <Form {...form} close={close} />;
  return <DialogButton words={words} title={title} isPrimary={isPrimary} show={show} />;
}
