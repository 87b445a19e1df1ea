/** Reminders to investors: by the client's own webhook, or by a mail that the reader sends. */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../data/index.ts';
import { DialogButton, Empty, Form, type FormField, type Node, useLoaded } from '../parts/index.ts';

/** Of the API: the kind of waiting work. */
export type WorkKind =
  | 'check'
  | 'accreditation'
  | 'signature'
  | 'representative'
  | 'principal'
  | 'payment'
  | 'settlement'
  | 'refund';

interface Words {
  readonly subject: string;
  readonly text: string;
}

interface Reminder extends Words {
  readonly emailAddress: string | null;
}

interface Props {
  readonly desk: Desk;
  readonly kind: WorkKind;
  /** The id of the waiting record. */
  readonly record: string;
  /** Whom the title names. */
  readonly name: string;
  readonly done: () => void;
}

export const isReminded = (kind: WorkKind): boolean =>
  ['check', 'accreditation', 'signature', 'payment'].includes(kind);

export function RemindButton(props: Props): Node | null {
  const { desk, name } = props;
  if (!desk.session.may('remindInvestor', 'getReminderTemplates') || desk.session.capabilities.operator) return null;
  return <DialogButton words="Remind" title={`Remind ${name}`} show={(close) => <Remind {...props} close={close} />} />;
}

/** The words of the client. */
export async function readTemplates({ session }: Desk): Promise<readonly (Words & { readonly kind: string })[]> {
  return (await session.api.call('getReminderTemplates')).templates as unknown as (Words & { readonly kind: string })[];
}

const FIELDS: readonly FormField[] = [
  { name: 'subject', label: 'Subject', required: true },
  { name: 'text', label: 'Text', kind: 'long', required: true },
];

function Remind({ desk, kind, record, done, close }: Props & { readonly close: () => void }): Node {
  const { api } = desk.session;
  const loaded = useLoaded(async () => (await readTemplates(desk)).find((one) => one.kind === kind), [kind]);
  const [sent, setSent] = useState<{ reminder: Reminder; isByWebhook: boolean } | undefined>(undefined);
  const words = loaded.value;
  if (sent !== undefined) return <Sent {...sent} close={close} />;
  if (words === undefined) return <Empty>{loaded.failure ?? 'Reading …'}</Empty>;
  const send = async ({ subject, text }: Fields) => {
    // Words that the reader did not change are filled in by the venue.
    const own = subject === words.subject && text === words.text ? {} : { subject, text };
    const answer = await api.call('remindInvestor', { kind, record, ...own });
    setSent({ reminder: answer.reminder as unknown as Reminder, isByWebhook: answer.webhook === 'Yes' });
    done();
  };
  return (
    <>
      <p class="hint">
        It goes to your webhook for reminders, or into a mail that you send. Words in braces are filled in, unless you
        change the text.
      </p>
      <Form
        desk={desk}
        name={`remind-${kind}-${record}`}
        fields={FIELDS}
        start={{ subject: words.subject, text: words.text }}
        yes="Remind"
        send={send}
      />
    </>
  );
}

interface SentProps {
  readonly reminder: Reminder;
  readonly isByWebhook: boolean;
  readonly close: () => void;
}

function Sent({ reminder: { emailAddress, subject, text }, isByWebhook, close }: SentProps): Node {
  const [to, about, body] = [emailAddress ?? '', subject, text].map(encodeURIComponent);
  const mail = `mailto:${to}?subject=${about}&body=${body}`;
  return (
    <>
      <p role="status">
        {isByWebhook
          ? 'Your webhook has the reminder.'
          : 'You have no webhook for reminders: send it as a mail, or register one in Webhooks.'}
      </p>
      <h3>{subject}</h3>
      <p class="plain-text">{text}</p>
      <div class="buttons">
        <a class={isByWebhook ? 'button' : 'button primary'} href={mail}>
          Open as a mail
        </a>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}
