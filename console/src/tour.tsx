/** The tour of a first visit: four steps, above the place, that can be left at any time. */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, preferences, useTopic } from './data/index.ts';
import type { Node } from './parts/index.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  /** Of what it is about, which is outlined while it is in sight. */
  readonly at: string;
}

const FIRST: readonly Step[] = [
  {
    ...{ title: 'Places', at: '.side-bar' },
    text: 'Each place and record has an address that you can send to a colleague. Counts say where you are needed.',
  },
  {
    ...{ title: 'Find anything', at: '.bar .find' },
    text: 'Ctrl K finds a place, a security, a record by its number, or an action.',
  },
];
const LAST: Step = {
  ...{ title: 'Messages and help', at: '.bar .menu' },
  text: 'Fills, failures and news stay until you read them. The key ? shows all keys, and what a place is for.',
};
const CLIENTS: Step = {
  ...{ title: 'Orders', at: '.ticket' },
  text: 'A click on a price puts it into the ticket, which says what would happen before you send the order.',
};
const OPERATORS: Step = {
  ...{ title: 'Control', at: 'a[href$="/approvals"]' },
  text: 'Approvals is the queue of alerts, checks and actions of others. Halts and kill switches can be undone.',
};

export function Tour({ desk }: { readonly desk: Desk }): Node | null {
  useTopic(desk.toured);
  const [at, setAt] = useState(0);
  const steps = [...FIRST, desk.session.capabilities.operator ? OPERATORS : CLIENTS, LAST];
  const step = preferences.isTourOver ? undefined : steps[at];
  useEffect(() => {
    const found = step && document.querySelector(step.at);
    found?.classList.add('toured');
    return () => found?.classList.remove('toured');
  }, [step]);
  if (step === undefined) return null;
  const leave = () => {
    setAt(0);
    desk.showTour(false);
  };
  const isLast = at === steps.length - 1;
  return (
    <section class="tour" aria-label="Tour">
      <p>
        <strong>
          {at + 1} of {steps.length}: {step.title}.
        </strong>{' '}
        {step.text}
      </p>
      <div class="buttons">
        {at === 0 ? null : (
          <button type="button" onClick={() => setAt(at - 1)}>
            Back
          </button>
        )}
        <button type="button" onClick={isLast ? leave : () => setAt(at + 1)}>
          {isLast ? 'Done' : 'Next'}
        </button>
        {isLast ? null : (
          <button type="button" class="plain" onClick={leave}>
            Leave the tour
          </button>
        )}
      </div>
    </section>
  );
}
