/** The client's own webhooks: registers them, tests them, gives them a new secret, and ends them (C75 to C80). */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  FormButton,
  type FormField,
  type Node,
  Panel,
  placeholder,
  ShownOnce,
  useLoaded,
} from '../../parts/index.ts';
import { findWebhookNames } from '../../views/index.ts';

interface Registration {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly signed: 'Yes' | 'No';
  readonly retries: 'Yes' | 'No';
}

interface Props {
  readonly desk: Desk;
  /** Reads the deliveries again. */
  readonly again: () => void;
}

export function OwnWebhooks({ desk, again }: Props): Node {
  const { session } = desk;
  const registrations = useLoaded(
    async () => (await session.api.call('getWebhookRegistrations')).webhooks as Registration[],
    [],
  );
  const [secret, showSecret] = useState<string | undefined>(undefined);
  const made = ({ secret: text }: Fields) => {
    showSecret(text === undefined ? undefined : String(text));
    registrations.again();
  };
  const register = session.may('registerWebhook') ? <Register desk={desk} made={made} /> : null;
  return (
    <div class="panels">
      <Panel title="Registrations" name="own-webhooks" wide aside={register}>
        {secret === undefined ? null : <ShownOnce words="Signing secret" text={secret} />}
        {placeholder(registrations, register === null ? NONE : `${NONE} Add the first with “Register …”.`) ?? (
          <ul class="plain-list">
            {registrations.value?.map((one) => (
              <li key={one.id}>
                <strong>{one.method}</strong> to {one.url} <small>{termsOf(one)}</small>
                <span class="buttons">
                  <Actions desk={desk} one={one} made={made} again={again} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

const NONE = 'No webhooks.';

const termsOf = ({ signed, retries }: Registration): string =>
  [signed === 'Yes' ? 'signed' : 'not signed', retries === 'Yes' ? 'with retries' : 'one attempt'].join(', ');

interface ActionsProps extends Props {
  readonly one: Registration;
  readonly made: (answer: Fields) => void;
}

function Actions({ desk, one, made, again }: ActionsProps): Node {
  const { api, may } = desk.session;
  const { id, method, url } = one;
  const send = async (name: 'replayDeliveries' | 'sendTestWebhook', done: string) => {
    await attempt(desk, () => api.call(name, { id }), done);
    again();
  };
  const rotate = () => attempt(desk, async () => made(await api.call('rotateWebhookSecret', { id })), '');
  const unregister = async () => {
    await attempt(desk, () => api.call('unregisterWebhook', { id }), `${method} no longer goes to ${url}.`);
    made({});
  };
  const actions = [
    {
      ...{ method: 'rotateWebhookSecret', words: 'New secret', does: rotate },
      says: `Webhooks to ${url} are signed with a new secret; the old one also signs for 24 hours.`,
    },
    {
      ...{ method: 'unregisterWebhook', words: 'Unregister', isDanger: true, does: unregister },
      says: `${method} is no longer sent to ${url}, and failed deliveries are not retried.`,
    },
  ] as const;
  return (
    <>
      {may('replayDeliveries') ? (
        <button
          type="button"
          onClick={() => send('replayDeliveries', 'Failed deliveries go out again.')}
          aria-label={`Send failed ones again: ${method}`}
        >
          Send failed ones again
        </button>
      ) : null}
      {may('sendTestWebhook') ? (
        <button
          type="button"
          onClick={() => send('sendTestWebhook', 'A test is sent; see the deliveries.')}
          aria-label={`Send a test: ${method}`}
        >
          Send a test
        </button>
      ) : null}
      <ConfirmedActions name={method} actions={actions.filter((action) => may(action.method))} />
    </>
  );
}

const NO_YES = [
  ['No', 'no'],
  ['Yes', 'yes'],
] as const;

const FIELDS: readonly FormField[] = [
  {
    ...{ name: 'method', label: 'Webhook', kind: 'record', find: findWebhookNames(), required: true },
    hint: 'The method whose successful calls are sent, such as updateOrder.',
  },
  { name: 'url', label: 'URL', required: true, hint: 'It accepts POST over https.' },
  { name: 'signed', label: 'Signed', kind: 'choice', choices: NO_YES, hint: 'By the headers of Standard Webhooks.' },
  {
    ...{ name: 'retries', label: 'Retried', kind: 'choice', choices: NO_YES },
    hint: 'A failed delivery is retried for three days.',
  },
  {
    ...{ name: 'ordered', label: 'In order', kind: 'choice', choices: NO_YES },
    hint: 'Later webhooks about a record wait for one that is being retried.',
  },
];

function Register({ desk, made }: { readonly desk: Desk; readonly made: (answer: Fields) => void }): Node {
  const send = async (values: Fields) => {
    const answer = await desk.session.api.call('registerWebhook', values);
    desk.say('done', `${values.method} goes to ${(answer.webhook as Registration).url}.`);
    made(answer);
  };
  return (
    <FormButton
      desk={desk}
      words="Register"
      title="Register a webhook"
      name="webhook"
      fields={FIELDS}
      start={{ signed: 'Yes', retries: 'Yes', ordered: 'No' }}
      yes="Register"
      send={send}
    />
  );
}
