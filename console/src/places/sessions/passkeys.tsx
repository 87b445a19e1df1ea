/** The reader's own passkeys (P24): listed, added and removed. */
import {
  type Desk,
  hasPasskeys,
  instantOf,
  NotSignedIn,
  refusalWords,
  registerPasskey,
  stepUp,
} from '../../data/index.ts';
import {
  attempt,
  ConfirmedActions,
  FormButton,
  type Node,
  Panel,
  placeholder,
  Rows,
  useLoaded,
  When,
} from '../../parts/index.ts';

interface Passkey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdDate: string;
  readonly lastUsedDate: string | null;
}

const FIELDS = [{ name: 'name', label: 'Name', hint: 'Such as the device: Laptop, Security key.', required: true }];

export function Passkeys({ desk }: { readonly desk: Desk }): Node {
  const { api } = desk.session;
  const loaded = useLoaded(async () => (await api.call('getPasskeys')).passkeys as Passkey[], []);
  const add = async (name: string): Promise<void> => {
    try {
      await registerPasskey(name);
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error;
      if (error.word === 'again' && (await stepUp.ask())) return await add(name);
      throw new Error(refusalWords(error.word));
    }
    desk.say('done', `The passkey ${name} signs you in from now on.`);
    loaded.again();
  };
  const remove = async ({ passkeyId, name }: Passkey) => {
    await attempt(desk, () => api.call('removePasskey', { passkeyId }), `The passkey ${name} is removed.`);
    loaded.again();
  };
  const send = ({ name }: { readonly name?: unknown }) => add(String(name));
  return (
    <Panel title="Passkeys" name="passkeys" wide>
      {hasPasskeys() ? (
        <div class="place-tools">
          <FormButton desk={desk} words="Add a passkey" name="passkey" fields={FIELDS} yes="Add" send={send} isRead />
        </div>
      ) : (
        <p>A browser takes a passkey only where the venue is opened by a name, not by an IP address.</p>
      )}
      {placeholder(loaded, 'No passkeys. A passkey signs you in with your device, without a password.') ?? (
        <Rows
          label="Passkeys"
          rows={loaded.value ?? []}
          keyOf={({ passkeyId }) => passkeyId}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'Added, New York', cell: ({ createdDate }) => <When at={instantOf(createdDate)} /> },
            {
              title: 'Last used, New York',
              cell: ({ lastUsedDate }) => (lastUsedDate === null ? 'never' : <When at={instantOf(lastUsedDate)} />),
            },
          ]}
          actions={(one) => (
            <ConfirmedActions
              name={one.name}
              actions={[
                {
                  ...{ words: 'Remove', isDanger: true, does: () => remove(one) },
                  says: 'It signs you in no more. Sessions go on. Remove it from your device, too.',
                },
              ]}
            />
          )}
        />
      )}
    </Panel>
  );
}
