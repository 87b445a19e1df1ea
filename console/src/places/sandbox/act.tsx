/** What is done with one click, whose failure is said next to its button. */
import { useState } from 'preact/hooks';
import { type Desk, instantOf, isRehearsed, messageOf, venueDateTime } from '../../data/index.ts';
import type { Node } from '../../parts/index.ts';

export interface Act {
  readonly isUnderWay: boolean;
  readonly failure: string | undefined;
  /** Does it, and says `done`. Resolves to: it was done. */
  run(work: () => Promise<unknown>, done?: string): Promise<boolean>;
}

export function useAct(desk: Desk): Act {
  const [failure, fail] = useState<string | undefined>(undefined);
  const [isUnderWay, setUnderWay] = useState(false);
  const run = async (work: () => Promise<unknown>, done = '') => {
    const { api } = desk.session;
    const before = api.sent;
    setUnderWay(true);
    fail(undefined);
    try {
      await work();
      if (done !== '') desk.say('done', done, '', { call: api.sent === before ? undefined : api.sent });
      return true;
    } catch (error) {
      if (!isRehearsed(error)) fail(failureText(error));
      return false;
    } finally {
      setUnderWay(false);
    }
  };
  return { isUnderWay, failure, run };
}

/** Without the name of the field, which is next to it, and with times of New York. */
const failureText = (error: unknown): string =>
  messageOf(error)
    .replace(/^\w+: /, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => `${venueDateTime(instantOf(instant))} New York`);

export function Failure({ of }: { readonly of: Pick<Act, 'failure'> }): Node | null {
  return of.failure === undefined ? null : (
    <span class="act-failed" role="alert">
      {of.failure}
    </span>
  );
}

interface ButtonProps {
  readonly desk: Desk;
  readonly words: string;
  /** Where several buttons of a page have these words. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly does: () => Promise<unknown>;
  readonly done?: string;
}

export function ActButton({ desk, words, label, disabled = false, does, done }: ButtonProps): Node {
  const act = useAct(desk);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        disabled={disabled || act.isUnderWay}
        onClick={() => act.run(does, done)}
      >
        {words}
      </button>
      <Failure of={act} />
    </>
  );
}
