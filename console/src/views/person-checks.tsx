import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import type { Desk } from '../data/index.ts';
import { attempt, Confirm, ConfirmedActions, Facts, type Node, Section } from '../parts/index.ts';
import { CheckResults } from './check-results.tsx';
import { IdentityQuestions } from './identity-questions.tsx';
import { CheckState } from './investors.tsx';
import type { Person } from './person.ts';

interface Check {
  readonly method: MethodName;
  readonly words: string;
  readonly says: string;
  readonly done: string;
}

const CHECKS: readonly Check[] = [
  {
    ...{ method: 'performKycAmlBasic', words: 'Check identity' },
    says: 'The identity and the watch lists are checked now. The result becomes the status of its accounts too.',
    done: 'The identity is checked.',
  },
  {
    ...{ method: 'performAml', words: 'Screen names' },
    says: 'The name is compared with the watch lists now.',
    done: 'The name is screened.',
  },
  {
    ...{ method: 'requestKycAml', words: 'Ask for a review' },
    says: 'The operator reviews identity and watch list, and may ask for more. It can be asked for once.',
    done: 'The review is requested.',
  },
];

interface Props {
  readonly desk: Desk;
  readonly person: Person;
  readonly again: () => void;
}

/** The state of its checks, what each kind of check found last, and buttons that start one. */
export function PersonChecks({ desk, person, again }: Props): Node {
  const { session } = desk;
  const { partyId, kycStatus, amlStatus } = person;
  const [asked, ask] = useState<Check | undefined>(undefined);
  const [round, setRound] = useState(0);
  const shown = CHECKS.filter(({ method }) => session.may(method) && !session.capabilities.operator);
  const start = async ({ method, done }: Check) => {
    const fields = method === 'requestKycAml' ? { investorId: partyId } : { partyId };
    await attempt(desk, () => session.api.call(method, fields), done);
    again();
    setRound((count) => count + 1);
  };
  const remove = async () => {
    await attempt(
      desk,
      () => session.api.call('deleteKycAml', { partyId }),
      `The checks of ${person.name} are deleted.`,
    );
    again();
    setRound((count) => count + 1);
  };
  const removal = {
    ...{ words: 'Delete the results', isTyped: true, does: remove },
    says: 'What the checks found is no longer shown, and the states of identity and watch list are cleared.',
  };
  const aside = (
    <div class="buttons">
      {shown.map((one) => (
        <button key={one.method} type="button" onClick={() => ask(one)}>
          {one.words} …
        </button>
      ))}
      <IdentityQuestions desk={desk} person={person} again={again} />
      {session.may('deleteKycAml') && !session.capabilities.operator ? (
        <ConfirmedActions name={person.name} actions={[removal]} />
      ) : null}
    </div>
  );
  return (
    <>
      <Section title="Checks" aside={aside}>
        <Facts
          facts={[
            ['Identity (KYC)', <CheckState status={kycStatus} />],
            ['Watch list (AML)', <CheckState status={amlStatus} />],
          ]}
        />
        <CheckResults desk={desk} partyId={partyId} of={`${kycStatus} ${amlStatus} ${round}`} />
      </Section>
      {asked === undefined ? null : (
        <Confirm
          title={`${asked.words}: ${person.name}`}
          yes={asked.words}
          text={asked.says}
          close={() => ask(undefined)}
          does={() => start(asked)}
        />
      )}
    </>
  );
}
