import { type Desk, dollarText, type Fields, instantOf, quantityText, sentence, useTopic } from '../../data/index.ts';
import {
  attempt,
  Empty,
  type Fact,
  type Find,
  FormButton,
  findIn,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { readUsers } from '../../views/index.ts';
import { aboutOf, type Difference, ENDED_BY_HAND, kindWords, readDifference, selfOf } from './difference.ts';

/** A difference: what it is about, who looks into it, and what was done. */
export function DifferenceRecord({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: one, failure, again } = useLoaded(() => readDifference(desk, id), [id], 15_000);
  if (one === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const { words, path } = aboutOf(one);
  return (
    <RecordView
      title={`${kindWords(one)}: ${words}`}
      about={`${sentence(one.means)}.`}
      state={<strong>{stateText(one)}</strong>}
      actions={desk.session.may('takeDifference') ? <Actions desk={desk} one={one} again={again} /> : undefined}
      facts={factsOf(one, path === undefined ? words : <a href={path}>{words}</a>)}
    >
      <Section title="Note">
        {one.note === null ? <Empty>No note yet. Write what is known of it.</Empty> : <p>{one.note}</p>}
      </Section>
    </RecordView>
  );
}

function stateText({ doneBecause, owner, ageDays }: Difference): string {
  if (doneBecause !== null) return '✓ Done';
  const days = `${quantityText(ageDays)} ${ageDays === 1 ? 'day' : 'days'}`;
  return `${owner === null ? '◌ Nobody has it' : '● In work'}, ${days} old`;
}

function factsOf(one: Difference, about: Fact[1]): readonly Fact[] {
  const { problem, amount, clientId, accountId, tradeId, offeringId, since, owner, takenDate } = one;
  const link = (place: string, id: string | null) => (id === null ? '' : <RecordLink place={place} id={id} />);
  return [
    ['About', about],
    ['Problem', problem],
    ['Amount', amount === null ? '' : dollarText(amount)],
    ['Since', <When at={instantOf(since)} />],
    ['Owner', owner === null ? 'Nobody' : <Named id={owner} />],
    ['Taken', takenDate === null ? '' : <When at={instantOf(takenDate)} />],
    ['Investment', link('investments', tradeId)],
    ['Account', link('accounts', accountId)],
    ['Offering', link('offerings', offeringId)],
    ['Client', clientId && <Named id={clientId} />],
    ['Done because', one.doneBecause],
    ['Done', one.doneDate === null ? '' : <When at={instantOf(one.doneDate)} />],
  ];
}

interface ActionsProps {
  readonly desk: Desk;
  readonly one: Difference;
  readonly again: () => void;
}

function Actions({ desk, one, again }: ActionsProps): Node {
  const { kind, record, owner, note, doneBecause } = one;
  const self = selfOf(desk);
  const take = async (more: Fields, words: string) => {
    await desk.session.api.call('takeDifference', { kind, record, ...more });
    desk.say('done', words);
    again();
  };
  const button = (words: string, sent: string, done: string) => (
    <button
      type="button"
      class={sent === self ? 'primary' : ''}
      onClick={() => attempt(desk, () => take({ owner: sent }, done), '')}
    >
      {words}
    </button>
  );
  const long = { kind: 'long', required: true } as const;
  return (
    <>
      {owner === self ? button('Give back', '', 'Nobody has it now.') : button('Take', self, 'It is yours.')}
      <FormButton
        desk={desk}
        words="Hand over"
        name={`owner-${kind}-${record}`}
        fields={[{ name: 'owner', label: 'Who looks into it', kind: 'record', find: findUser(desk), required: true }]}
        yes="Hand over"
        send={(sent) => take(sent, 'It is handed over.')}
      />
      <FormButton
        desk={desk}
        words="Note"
        name={`note-${kind}-${record}`}
        fields={[{ name: 'note', label: 'What is known of it', ...long }]}
        start={{ note: note ?? '' }}
        yes="Write"
        send={(sent) => take(sent, 'The note is written.')}
      />
      {ENDED_BY_HAND.has(kind) && doneBecause === null ? (
        <FormButton
          desk={desk}
          words="Done"
          title={`Nothing is to be done any more: ${kindWords(one).toLowerCase()}`}
          name={`done-${kind}-${record}`}
          fields={[{ name: 'doneBecause', label: 'Why', ...long }]}
          yes="Done"
          send={(sent) => take(sent, 'It is done. It is listed below Done.')}
        />
      ) : null}
      {doneBecause === null ? null : button('Open again', owner ?? self, 'It is open again.')}
    </>
  );
}

/** Users of the operator's own client, but the reader. */
function findUser({ session }: Desk): Find {
  return async (text) => {
    const me = session.capabilities.user?.userId;
    const { rows } = await readUsers(session);
    const own = rows.find(({ userId }) => userId === me)?.clientId ?? session.api.clientId;
    const users = rows.filter(({ active, userId, clientId }) => active === 'Yes' && clientId === own && userId !== me);
    return findIn(() => users.map(({ userId, name }) => ({ id: userId, name })))(text);
  };
}
