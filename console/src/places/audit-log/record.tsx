/** An entry of the audit log: who did what, from where, and each value before and after. */
import { type Desk, instantOf, labelOf, pathOf, plainId, sentence, useTopic } from '../../data/index.ts';
import {
  Empty,
  type Fact,
  Facts,
  Named,
  type Node,
  RecordLink,
  RecordView,
  Rows,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { doneWords, type Entry, fieldText, outcomeText, readEntry, valueText } from './entry.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  useTopic(desk.names.changed);
  const { value: entry, failure } = useLoaded(async () => ({ found: await readEntry(desk, id) }), [id]);
  if (entry?.found === undefined) {
    return <Empty>{failure ?? (entry === undefined ? 'Reading …' : 'There is no such entry.')}</Empty>;
  }
  const { found } = entry;
  return (
    <RecordView
      title={doneWords(found)}
      about={<When at={instantOf(found.time)} />}
      state={<strong class="state">{outcomeText(found)}</strong>}
      facts={factsOf(found)}
    >
      <Section title="Before and after">
        <Changes desk={desk} entry={found} />
      </Section>
      <Section title="Records">
        <Facts facts={Object.entries(found.records).map(([name, of]) => [nameText(name), <Others id={of} />])} />
      </Section>
      <Section title="As the API has it">
        <details>
          <summary>Method and fields</summary>
          <Facts
            facts={[
              ['Method', found.method],
              ['Fields sent', found.fields.join(', ')],
              ['Request', found.requestId],
              ['Entry', found.entryId],
            ]}
          />
        </details>
      </Section>
    </RecordView>
  );
}

const nameText = (name: string): string => sentence(labelOf(name).replace(/ id$/, ''));

/** A record, and what else was done to it. */
function Others({ id }: { readonly id: string }): Node {
  return (
    <>
      <Named id={id} />{' '}
      <a href={pathOf('audit-log', '', new URLSearchParams({ recordId: id }).toString())}>All entries of it</a>
    </>
  );
}

function factsOf({ clientId, userId, keyId, address }: Entry): readonly Fact[] {
  return [
    ['User', userId === null ? '' : <RecordLink place="users" id={userId} />],
    ['Client', <RecordLink place="clients" id={clientId} />],
    ['Key', keyId],
    ['Address', address],
  ];
}

function Changes({ desk, entry }: { readonly desk: Desk; readonly entry: Entry }): Node {
  const { changes, outcome } = entry;
  if (changes.length === 0) {
    return (
      <Empty>
        {outcome === 'Done'
          ? 'It changed no record of the database: the venue’s journal has what it did.'
          : 'It changed nothing.'}
      </Empty>
    );
  }
  return (
    <Rows
      label="Before and after"
      rows={changes}
      keyOf={(change) => `${change.record} ${change.id} ${change.field}`}
      columns={[
        { title: 'What', cell: (change) => fieldText(change) },
        { title: 'Of', cell: (change) => plainId(change.id) },
        { title: 'Before', cell: (change) => valueText(desk, change.field, change.before) },
        { title: 'After', cell: (change) => valueText(desk, change.field, change.after) },
      ]}
    />
  );
}
