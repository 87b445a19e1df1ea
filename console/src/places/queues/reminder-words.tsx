import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { Choice, Empty, Form, type FormField, type Node, useLoaded } from '../../parts/index.ts';
import { readTemplates } from '../../views/index.ts';
import { QUEUES } from './work.ts';

const FIELDS: readonly FormField[] = [
  { name: 'subject', label: 'Subject', required: true },
  {
    ...{ name: 'text', label: 'Text', kind: 'long', required: true },
    hint: 'Filled in by the venue: {investor}, {offering}, {amount}, {investment}, {link}.',
  },
];
const KINDS = ['check', 'accreditation', 'signature', 'payment'] as const;

/** The words with which investors are reminded of each kind. */
export function ReminderWords({ desk, close }: { readonly desk: Desk; readonly close: () => void }): Node {
  const [kind, choose] = useState<(typeof KINDS)[number]>('signature');
  const loaded = useLoaded(() => readTemplates(desk), []);
  const words = loaded.value?.find((one) => one.kind === kind);
  const send = async (values: Fields) => {
    await desk.session.api.call('setReminderTemplate', { kind, ...values });
    desk.say('done', `The words for ${QUEUES[kind].title.toLowerCase()} are stored.`);
  };
  return (
    <>
      <Choice label="Queue" choices={KINDS.map((one) => [one, QUEUES[one].title])} value={kind} set={choose} />
      {words === undefined ? (
        <Empty>{loaded.failure ?? 'Reading …'}</Empty>
      ) : (
        <Form
          key={kind}
          desk={desk}
          name={`words-${kind}`}
          fields={FIELDS}
          start={{ subject: words.subject, text: words.text }}
          yes="Store"
          send={send}
          close={close}
        />
      )}
    </>
  );
}
