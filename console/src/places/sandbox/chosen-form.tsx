/** A form whose fields depend on what is chosen first. */
import { useMemo, useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { Choice, Form, type FormField, type Node } from '../../parts/index.ts';

interface Props<C extends string> {
  readonly desk: Desk;
  /** Of the drafts. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [choice: C, words: string])[];
  readonly fieldsOf: (choice: C) => readonly FormField[];
  /** The words of the button. */
  readonly yesOf: (choice: C) => string;
  readonly send: (choice: C, values: Fields) => Promise<void>;
  readonly close: () => void;
}

export function ChosenForm<C extends string>(props: Props<C>): Node {
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
