/** Asks the user of a session to sign in again, for an action that needs it. */
import { useEffect, useState } from 'preact/hooks';
import {
  againAtProvider,
  beSandboxUser,
  type Desk,
  hasPasskeys,
  NotSignedIn,
  refusalWords,
  stepUp,
  usePasskey,
  useTopic,
  type Ways,
  ways,
} from './data/index.ts';
import { Dialog, type Node } from './parts/index.ts';

export function SignInAgain({ desk }: { readonly desk: Desk }): Node | null {
  useTopic(stepUp.changed);
  return stepUp.isAsked ? <Question desk={desk} /> : null;
}

function Question({ desk }: { readonly desk: Desk }): Node {
  const [open, setOpen] = useState<Ways | undefined>(undefined);
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    void ways().then(setOpen);
  }, []);
  const by = (step: () => Promise<void>) => async () => {
    try {
      await step();
      stepUp.answer(true);
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error;
      setRefusal(error.word);
    }
  };
  const { user } = desk.session.capabilities;
  const own = open?.sandboxUsers.find(({ userId }) => userId === user?.userId);
  return (
    <Dialog title="Sign in again" close={() => stepUp.answer(false)}>
      <p>This action is for users who have just signed in. It is done as soon as you have.</p>
      {stepUp.sums.map((sum) => (
        <p>
          It moves <strong>{sum}</strong>.
        </p>
      ))}
      {refusal === '' ? null : (
        <p class="failed" role="alert">
          {refusalWords(refusal)}
        </p>
      )}
      <div class="buttons">
        {own === undefined ? null : (
          <button type="button" class="primary" onClick={by(() => beSandboxUser(own.userId, true))}>
            Continue as {own.name}
          </button>
        )}
        {open?.providers.map(({ name, title }) => (
          <button key={name} type="button" onClick={by(() => againAtProvider(name))}>
            {title}
          </button>
        ))}
        {open?.passkeys && hasPasskeys() ? (
          <button type="button" onClick={by(() => usePasskey(true))}>
            Use a passkey
          </button>
        ) : null}
        <button type="button" onClick={() => stepUp.answer(false)}>
          Back
        </button>
      </div>
    </Dialog>
  );
}
