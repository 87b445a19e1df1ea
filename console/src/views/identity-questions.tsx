/** The check of an identity with questions that the investor answers (C65). */
import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../data/index.ts';
import { DialogButton, Empty, Form, type FormField, type Node, useLoaded } from '../parts/index.ts';
import type { Person } from './person.ts';

interface Question {
  readonly prompt: string;
  readonly type: string;
  readonly answer: readonly string[];
}

interface Asked {
  /** By which the answers are sent. */
  readonly idNumber: string;
  readonly questions: readonly Question[];
}

interface Props {
  readonly desk: Desk;
  readonly person: Person;
  readonly again: () => void;
}

export function IdentityQuestions(props: Props): Node | null {
  const { session } = props.desk;
  if (!session.may('performKycAml', 'updateKycAml') || session.capabilities.operator) return null;
  return (
    <DialogButton
      words="Check with questions"
      title={`Check the identity of ${props.person.name} with questions`}
      show={(close) => <Begin {...props} close={close} />}
    />
  );
}

/** Says what happens, then asks the provider, which may have no questions. */
function Begin(props: Props & { readonly close: () => void }): Node {
  const [isBegun, begin] = useState(false);
  if (isBegun) return <Questions {...props} />;
  return (
    <>
      <p>
        Identity and watch lists are checked now, and the provider asks questions that only {props.person.name} can
        answer, within ten minutes and once. Wrong answers disapprove the identity.
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => begin(true)}>
          Check and ask
        </button>
        <button type="button" onClick={props.close}>
          Back
        </button>
      </div>
    </>
  );
}

function Questions({ desk, person, again, close }: Props & { readonly close: () => void }): Node {
  const { api } = desk.session;
  const { partyId, name } = person;
  const loaded = useLoaded(() => ask(desk, partyId), [partyId]);
  const asked = loaded.value;
  if (asked === undefined) return <Empty>{loaded.failure ?? 'The provider is asked …'}</Empty>;
  if (asked.questions.length === 0)
    return <Empty>The provider has no questions about {name}: the check is made.</Empty>;
  const fields = asked.questions.map((one, index): FormField => {
    const choices = [['', 'Choose'], ...one.answer.map((text) => [text, text])] as [string, string][];
    return { name: `qns${index + 1}`, label: one.prompt, kind: 'choice', choices, isSecret: true };
  });
  const send = async (answers: Fields) => {
    const types = Object.fromEntries(asked.questions.map(({ type }, index) => [`type${index + 1}`, type]));
    const sent = { partyId, noOfqns: asked.questions.length, idNumber: asked.idNumber, ...types, ...answers };
    await api.call('updateKycAml', sent);
    desk.say('done', `${name} answered the questions: the identity is checked.`);
    again();
  };
  return (
    <Form desk={desk} name={`questions-${partyId}`} fields={fields} yes="Send answers" send={send} close={close} />
  );
}

async function ask({ session }: Desk, partyId: string): Promise<Asked> {
  const { kyc } = await session.api.call('performKycAml', { partyId });
  const response = ((kyc as Fields | undefined)?.response ?? {}) as Fields;
  const { question = [] } = (response.questions ?? {}) as { readonly question?: readonly Question[] };
  return { idNumber: String(response['id-number'] ?? ''), questions: question };
}
