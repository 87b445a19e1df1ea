import { useEffect, useState } from 'preact/hooks';
import type { Credentials } from './data/index.ts';
import { type SandboxUser, sandboxUsers } from './data/index.ts';
import { html, type Node } from './parts/index.ts';

interface SignInProps {
  readonly enter: (credentials: Credentials) => void;
  readonly failure: string;
  readonly isBusy: boolean;
}

const SANDBOX_WORDS: Readonly<Record<string, string>> = {
  'Sandbox client': 'trades, and owns the demo security',
  'Sandbox operator': 'watches and runs the venue',
};

export function SignIn({ enter, failure, isBusy }: SignInProps): Node {
  const [users, setUsers] = useState<readonly SandboxUser[]>([]);
  const [clientID, setClientID] = useState('');
  const [developerAPIKey, setKey] = useState('');
  useEffect(() => {
    void sandboxUsers().then(setUsers);
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    enter({ clientID: clientID.trim(), developerAPIKey: developerAPIKey.trim() });
  };
  const text = (set: (value: string) => void) => (event: Event) => set((event.target as HTMLInputElement).value);
  return html`<main class="sign-in">
    <h1>OpenATS console</h1>
    ${failure === '' ? null : html`<p class="failed" role="alert">${failure}</p>`}
    ${users.length === 0 ? null : html`<${SandboxChoice} users=${users} enter=${enter} isBusy=${isBusy} />`}
    <form onSubmit=${submit}>
      <h2>${users.length === 0 ? 'Sign in' : 'Or with a key'}</h2>
      <label>Client id<input name="clientID" required autocomplete="username" spellcheck=${false}
        value=${clientID} onInput=${text(setClientID)} /></label>
      <label>Developer key<input name="developerAPIKey" type="password" required autocomplete="current-password"
        value=${developerAPIKey} onInput=${text(setKey)} /></label>
      <p class="hint">The key is stored only in the session storage of this tab, and removed when you close it.</p>
      <button type="submit" disabled=${isBusy}>Sign in</button>
    </form>
  </main>`;
}

interface ChoiceProps extends Pick<SignInProps, 'enter' | 'isBusy'> {
  readonly users: readonly SandboxUser[];
}

function SandboxChoice({ users, enter, isBusy }: ChoiceProps): Node {
  return html`<div class="sandbox-users">
    <h2>This is a sandbox on this machine</h2>
    ${users.map(
      (user, index) => html`<button key=${user.name} type="button" class=${index === 0 ? 'primary' : ''}
        disabled=${isBusy} onClick=${() => enter(user)}>
        <strong>${user.name}</strong><span>${SANDBOX_WORDS[user.name] ?? user.clientID}</span></button>`,
    )}
  </div>`;
}
