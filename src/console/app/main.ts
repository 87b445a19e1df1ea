/** Starts the console: signs in with what the tab has, or asks. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Credentials, Desk, isRefusal, messageOf, showTheme, signIn, signOut, stored } from './data/index.ts';
import { html, type Node } from './parts/index.ts';
import { Shell } from './shell.ts';
import { SignIn } from './sign-in.ts';

function App(): Node {
  const [desk, setDesk] = useState<Desk | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(stored() !== undefined);
  const enter = async (credentials: Credentials) => {
    setBusy(true);
    setFailure('');
    try {
      const session = await signIn(credentials);
      setDesk(new Desk(session));
    } catch (error) {
      setFailure(isRefusal(error) ? `Not signed in: ${messageOf(error)}` : messageOf(error));
    }
    setBusy(false);
  };
  useEffect(() => {
    const kept = stored();
    if (kept !== undefined) void enter(kept);
  }, []);
  if (desk === undefined) return html`<${SignIn} enter=${enter} failure=${failure} isBusy=${isBusy} />`;
  const leave = () => {
    desk.inbox.forget();
    signOut(desk.session);
    setDesk(undefined);
  };
  return html`<${Shell} desk=${desk} leave=${leave} />`;
}

showTheme();
const root = document.querySelector('#app');
if (root !== null) render(html`<${App} />`, root);
