/** Starts the console: goes on with the session of the browser or the key of the tab, or asks. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  Desk,
  isAgain,
  isRefusal,
  messageOf,
  reportAgain,
  showTheme,
  signIn,
  signOut,
  stored,
  type Who,
} from './data/index.ts';
import { NamesContext, type Node } from './parts/index.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import './styles.ts';

function App(): Node {
  const [desk, setDesk] = useState<Desk | undefined>(undefined);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(stored() !== undefined);
  const enter = async (who: Who) => {
    setBusy(true);
    setFailure('');
    try {
      const session = await signIn(who);
      const entered = new Desk(session);
      session.api.over.subscribe(() => {
        session.link.close();
        setFailure('Your session is over. Sign in again.');
        setDesk(undefined);
      });
      setDesk(entered);
    } catch (error) {
      setFailure(isRefusal(error) ? `Not signed in: ${messageOf(error)}` : messageOf(error));
    }
    setBusy(false);
  };
  useEffect(() => {
    const kept = stored();
    if (kept !== undefined) void enter(kept);
  }, []);
  if (desk === undefined) return <SignIn enter={enter} failure={failure} isBusy={isBusy} />;
  const leave = async () => {
    desk.inbox.forget();
    const logout = await signOut(desk.session);
    if (logout !== undefined) location.assign(logout);
    setDesk(undefined);
  };
  return (
    <NamesContext.Provider value={desk.names}>
      <Shell desk={desk} leave={leave} />
      <SignInAgain desk={desk} />
    </NamesContext.Provider>
  );
}

// Its address is relative to the page, whose address changes.
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
if (icon !== null) icon.href = `${icon.href}`;
showTheme();
if (isAgain) reportAgain();
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
