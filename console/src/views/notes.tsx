import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, instantOf } from '../data/index.ts';
import {
  attempt,
  Confirm,
  ConfirmedActions,
  type Node,
  placeholder,
  Section,
  Timeline,
  useLoaded,
} from '../parts/index.ts';
import { readDocuments } from './documents.tsx';

interface Props {
  readonly desk: Desk;
  /** The methods that list notes and add one. */
  readonly read: MethodName;
  readonly add: MethodName;
  /** The methods that change and delete one, by its noteId; absent: notes stay as they are. */
  readonly changes?: readonly [change: MethodName, remove: MethodName];
  /** The id of the record as both methods take it. */
  readonly of: Fields;
}

/** Notes about a record, with their authors. */
export function Notes({ desk, read, add, changes, of }: Props): Node | null {
  const { capabilities, may, api } = desk.session;
  const isRead = may(read);
  const loaded = useLoaded(
    () => (isRead ? readDocuments(desk, read, of) : Promise.resolve([])),
    [read, JSON.stringify(of)],
  );
  const [isAdding, setAdding] = useState(false);
  if (!isRead) return null;
  const write = async (notes: string) => {
    const authorName = capabilities.user?.name ?? capabilities.name;
    await attempt(desk, () => api.call(add, { ...of, authorName, notes }), 'The note is added.');
    loaded.again();
  };
  const isWriter = may(add) && !capabilities.operator;
  const aside = isWriter ? (
    <button type="button" onClick={() => setAdding(true)}>
      Add note …
    </button>
  ) : null;
  const steps = (loaded.value ?? []).map(({ createdDate, authorname, note, noteId }) => ({
    ...{ at: instantOf(String(createdDate)), title: String(authorname) },
    text: (
      <>
        {String(note)}
        {isWriter && changes !== undefined ? (
          <NoteActions desk={desk} changes={changes} noteId={String(noteId)} again={loaded.again} />
        ) : null}
      </>
    ),
  }));
  return (
    <>
      <Section title="Notes" aside={aside}>
        {placeholder(loaded, 'No notes.') ?? <Timeline steps={steps} />}
      </Section>
      {isAdding ? (
        <Confirm
          title="Add a note"
          yes="Add"
          reason="Note"
          text="Everybody with access to the record reads it."
          close={() => setAdding(false)}
          does={write}
        />
      ) : null}
    </>
  );
}

interface ActionsProps {
  readonly desk: Desk;
  readonly changes: readonly [change: MethodName, remove: MethodName];
  readonly noteId: string;
  readonly again: () => void;
}

function NoteActions({ desk, changes: [change, remove], noteId, again }: ActionsProps): Node {
  const { api, capabilities, may } = desk.session;
  const authorName = capabilities.user?.name ?? capabilities.name;
  const act = async (method: MethodName, fields: Fields, done: string) => {
    await attempt(desk, () => api.call(method, { noteId, ...fields }), done);
    again();
  };
  const actions = [
    {
      ...{ words: 'Change', says: 'The new text takes the place of the note.', reason: 'Note', method: change },
      does: (notes: string) => act(change, { notes, authorName }, 'The note is changed.'),
    },
    {
      ...{ words: 'Delete', says: 'Nobody sees the note any more.', isDanger: true, method: remove },
      does: () => act(remove, {}, 'The note is deleted.'),
    },
  ];
  return <ConfirmedActions name={`note ${noteId}`} actions={actions.filter(({ method }) => may(method))} />;
}
