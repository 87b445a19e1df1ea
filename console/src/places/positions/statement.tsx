import { type Desk, type Fields, preferences, venueToday } from '../../data/index.ts';
import { download, FormButton, type FormField, type Node } from '../../parts/index.ts';
import { findAccount } from '../../views/index.ts';

/** The statement of a month as a PDF file (H16). */
export function StatementButton({ desk }: { readonly desk: Desk }): Node {
  const fields: readonly FormField[] = [
    { name: 'month', label: 'Month', kind: 'month', required: true },
    { name: 'accountid', label: 'Account (empty: all)', kind: 'record', find: findAccount(desk) },
  ];
  const send = async (values: Fields) => {
    const { statement } = await desk.session.api.call('getStatement', values);
    const { fileName, content } = statement as Readonly<Record<'fileName' | 'content', string>>;
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    download(fileName, new Blob([bytes], { type: 'application/pdf' }));
  };
  const month = venueToday().slice(0, 7);
  return (
    <FormButton
      words="Statement"
      title="Statement of a month"
      desk={desk}
      fields={fields}
      name="statement"
      start={{ month, accountid: preferences.account }}
      yes="Make PDF"
      isRead
      send={send}
    />
  );
}
