/** A button with a form whose fields depend on what is chosen first. */
import { useMemo, useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { Choice, DialogButton, Form, type FormField, type Node } from '../../parts/index.ts';

interface Props<C extends string> extends FormProps<C> {
  /** On the button that opens it. */
  readonly words: string;
  readonly title: string;
}

interface FormProps<C extends string> {
  readonly desk: Desk;
  /** Of the drafts. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [choice: C, words: string])[];
  readonly fieldsOf: (choice: C) => readonly FormField[];
  /** The words of the button. */
  readonly yesOf: (choice: C) => string;
  readonly send: (choice: C, values: Fields) => Promise<void>;
}

export function ChosenForm<C extends string>({ words, title, ...form }: Props<C>): Node {
  return <DialogButton words={words} title={title} show={(close) => <Chosen {...form} close={close} />} />;
}

function Chosen<C extends string>(props: FormProps<C> & { readonly close: () => void }): Node {
  const { desk, name, label, choices, fieldsOf, yesOf, send, close } = props;
  const [chosen, choose] = useState(choices[0]?.[0] as C);
  // Their pickers read once.
  const fields = useMemo(() => fieldsOf(chosen), [chosen]);
  return (
    <>
      <Choice label={label} choices={choices} value={chosen} set={choose} />
      <Form
        key={chosen}
        desk={desk}
        name={`${name}-${chosen}`}
        fields={fields}
        start={startOf(fields)}
        yes={yesOf(chosen)}
        send={(values: Fields) => send(chosen, values)}
        close={close}
      />
    </>
  );
}

/** A choice that nobody touches is sent, too. */
function startOf(fields: readonly FormField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.flatMap(({ name, choices: [first] = [] }) => (first ? [[name, first[0]]] : [])));
}
