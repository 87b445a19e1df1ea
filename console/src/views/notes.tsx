import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, instantOf } from '../data/index.ts';
import { attempt, Confirm, type Node, placeholder, Section, Timeline, useLoaded } from '../parts/index.ts';
import { readDocuments } from './documents.tsx';

interface Props {
  readonly desk: Desk;
  /** The methods that list notes and add one. */
  readonly read: MethodName;
  readonly add: MethodName;
  /** The id of the record as both methods take it. */
  readonly of: Fields;
}

/** Notes about a record, with their authors. */
export function Notes({ desk, read, add, of }: Props): Node | null {
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
  const steps = (loaded.value ?? []).map(({ createdDate, authorname, note }) => ({
    ...{ at: instantOf(String(createdDate)), title: String(authorname), text: String(note) },
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
