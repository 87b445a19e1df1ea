/** The page for who is not signed in: by a provider, a passkey, a link, or with a program's key. */
import { useEffect, useState } from 'preact/hooks';
import type { SandboxUser, Ways, Who } from './data/index.ts';
import {
  arrived,
  beSandboxUser,
  hasPasskeys,
  invitedName,
  NotSignedIn,
  openSandboxLink,
  providerAddress,
  refusalWords,
  registerPasskey,
  usePasskey,
  ways,
} from './data/index.ts';
import type { Node } from './parts/index.ts';

interface SignInProps {
  readonly enter: (who: Who) => void;
  readonly failure: string;
  readonly isBusy: boolean;
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  trader: 'trades, and owns the demo security',
  compliance: 'decides about offerings and investors',
  backOffice: 'keeps records of investors, and moves money',
  operator: 'watches and runs the venue',
  surveillance: 'works on alerts about the market',
  auditor: 'reads everything, changes nothing',
};

export function SignIn({ enter, failure, isBusy }: SignInProps): Node {
  const [arrival] = useState(arrived);
  const [open, setOpen] = useState<Ways | undefined>(undefined);
  const [refusal, setRefusal] = useState(arrival.refusal ?? '');
  const [invited, setInvited] = useState('');
  const [isWorking, setWorking] = useState(false);
  /** Does a step of a sign-in, and says why where it fails. */
  const tried = async (step: () => Promise<void>) => {
    setWorking(true);
    setRefusal('');
    try {
      await step();
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error;
      setRefusal(error.word);
    }
    setWorking(false);
  };
  const by = (step: () => Promise<void>) => () =>
    void tried(async () => {
      await step();
      enter('session');
    });
  useEffect(() => {
    void tried(async () => {
      const found = await ways();
      setOpen(found);
      // The session of the cookie goes on, unless the address asks for another one.
      if (
        found.hasSession &&
        !isBusy &&
        failure === '' &&
        arrival.sandbox === undefined &&
        arrival.invitation === undefined
      ) {
        return enter('session');
      }
      if (arrival.refusal !== undefined) setRefusal(arrival.refusal);
      if (arrival.invitation !== undefined) setInvited(await invitedName(arrival.invitation));
      if (arrival.sandbox !== undefined) {
        const sandboxUsers = await openSandboxLink(arrival.sandbox).catch((error: unknown) => {
          // After a reload the link is used, and its cookie is still there.
          if (found.sandboxUsers.length > 0) return found.sandboxUsers;
          throw error;
        });
        setOpen({ ...found, sandboxUsers });
      }
    });
  }, []);
  const accept = by(() => registerPasskey('', arrival.invitation));
  const be = (userId: string) => by(() => beSandboxUser(userId))();
  const busy = isBusy || isWorking;
  const said = refusal === '' ? failure : refusalWords(refusal);
  const users = open?.sandboxUsers ?? [];
  return (
    <main class="sign-in">
      <h1>OpenATS console</h1>
      {said === '' ? null : (
        <p class="failed" role="alert">
          {said}
        </p>
      )}
      {invited === '' ? null : <Invitation name={invited} isBusy={busy} accept={accept} />}
      {users.length === 0 ? null : <SandboxChoice users={users} isBusy={busy} be={be} />}
      {open === undefined ? null : <OtherWays ways={open} isBusy={busy} passkey={by(() => usePasskey())} />}
      <KeyForm enter={enter} isBusy={busy} isOnly={users.length === 0} />
    </main>
  );
}

interface InvitationProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly accept: () => void;
}

function Invitation({ name, isBusy, accept }: InvitationProps): Node {
  return (
    <section class="sign-in-choice">
      <h2>Welcome, {name}</h2>
      <p class="hint">
        Create a passkey: your device keeps it and asks for your fingerprint, face or PIN. This link works once.
      </p>
      <button type="button" class="primary" disabled={isBusy} onClick={accept}>
        Create a passkey
      </button>
    </section>
  );
}

interface ChoiceProps {
  readonly users: readonly SandboxUser[];
  readonly isBusy: boolean;
  readonly be: (userId: string) => void;
}

function SandboxChoice({ users, isBusy, be }: ChoiceProps): Node {
  return (
    <section class="sign-in-choice">
      <h2>Try the sandbox as</h2>
      {users.map(({ userId, name, roles }, index) => (
        <button
          key={userId}
          type="button"
          class={index === 0 ? 'primary' : ''}
          disabled={isBusy}
          onClick={() => be(userId)}
        >
          <strong>{name}</strong>
          <span>{roles.map((role) => ROLE_WORDS[role] ?? role).join('; ')}</span>
        </button>
      ))}
    </section>
  );
}

interface OtherWaysProps {
  readonly ways: Ways;
  readonly isBusy: boolean;
  readonly passkey: () => void;
}

function OtherWays({ ways: { providers, passkeys }, isBusy, passkey }: OtherWaysProps): Node | null {
  const mayUsePasskey = passkeys && hasPasskeys();
  if (providers.length === 0 && !mayUsePasskey) return null;
  const to = location.pathname + location.search;
  return (
    <section class="sign-in-choice">
      {providers.map(({ name, title }) => (
        <a key={name} class="button" href={providerAddress(name, to)}>
          {title}
        </a>
      ))}
      {mayUsePasskey ? (
        <button type="button" disabled={isBusy} onClick={passkey}>
          Use a passkey
        </button>
      ) : null}
    </section>
  );
}

interface KeyFormProps extends Pick<SignInProps, 'enter' | 'isBusy'> {
  readonly isOnly: boolean;
}

function KeyForm({ enter, isBusy, isOnly }: KeyFormProps): Node {
  const [clientID, setClientID] = useState('');
  const [developerAPIKey, setKey] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    enter({ clientID: clientID.trim(), developerAPIKey: developerAPIKey.trim() });
  };
  const text = (set: (value: string) => void) => (event: Event) => set((event.target as HTMLInputElement).value);
  return (
    <form onSubmit={submit}>
      <h2>{isOnly ? 'With an API key' : 'Or with an API key'}</h2>
      <label>
        Client id
        <input
          name="clientID"
          required
          autocomplete="username"
          spellcheck={false}
          value={clientID}
          onInput={text(setClientID)}
        />
      </label>
      <label>
        Developer key
        <input
          name="developerAPIKey"
          type="password"
          required
          autocomplete="current-password"
          value={developerAPIKey}
          onInput={text(setKey)}
        />
      </label>
      <p class="hint">The key is stored only in the session storage of this tab, and removed when you close it.</p>
      <button type="submit" disabled={isBusy}>
        Sign in
      </button>
    </form>
  );
}
