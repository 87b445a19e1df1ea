import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf, isNoRecord } from '../../data/index.ts';
import { attempt, Confirm, html, type Node, placeholder, Section, Timeline, useLoaded } from '../../parts/index.ts';

/** Notes about an account, with their authors. */
export function Notes({ desk, accountId }: { readonly desk: Desk; readonly accountId: string }): Node {
  const { session } = desk;
  const loaded = useLoaded(() => readNotes(desk, accountId), [accountId]);
  const [isAdding, add] = useState(false);
  const may = session.may('addAccountNote') && !session.capabilities.operator;
  const write = async (notes: string) => {
    const fields = { accountId, authorName: session.capabilities.name, notes };
    await attempt(desk, () => session.api.call('addAccountNote', fields), 'The note is added.');
    loaded.again();
  };
  const aside = may ? html`<button type="button" onClick=${() => add(true)}>Add note …</button>` : null;
  const steps = loaded.value?.map(({ createdDate, authorname, note }) => ({
    ...{ at: instantOf(String(createdDate)), title: String(authorname), text: String(note) },
  }));
  return html`<${Section} title="Notes" aside=${aside}>${
    placeholder(loaded, 'No notes.') ?? html`<${Timeline} steps=${steps} />`
  }</${Section}>
  ${
    isAdding
      ? html`<${Confirm} title="Add a note" yes="Add" reason="Note"
          text="Everybody with access to the account reads it." close=${() => add(false)} does=${write} />`
      : null
  }`;
}

async function readNotes({ session }: Desk, accountId: string): Promise<readonly Fields[]> {
  try {
    return (await session.api.call('getAccountNotes', { accountId })).notesDetails as Fields[];
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error;
  }
}
