import { type Desk, type Fields, labelOf, sentence, valueWords } from '../../data/index.ts';
import { Empty, type Fact, Facts, type Node, Rows, Section, useLoaded } from '../../parts/index.ts';
import { actionTermWords } from '../../views/index.ts';
import { changesOf, hasBefore, readBefore } from './before.ts';

interface Props {
  readonly desk: Desk;
  /** As getPendingActions has it. */
  readonly action: Fields;
}

/** What the action is about, and each value that it changes: as it is now, and as it would be. */
export function WhatChanges({ desk, action }: Props): Node {
  if (!hasBefore(desk, action))
    return (
      <Section title="What was asked">
        <Facts facts={askedIn(desk, action)} />
      </Section>
    );
  return (
    <>
      <Section title="What it is about">
        <Facts facts={factsIn(desk, action, (name) => ABOUT.test(name))} />
      </Section>
      <Changes desk={desk} action={action} />
    </>
  );
}

function Changes({ desk, action }: Props): Node {
  const { value: before, failure } = useLoaded(() => readBefore(desk, action), [String(action.actionId)]);
  const changes = before === undefined ? [] : changesOf(desk, action, before);
  return (
    <Section title="What changes">
      {before === undefined ? (
        <Empty>{failure === undefined ? 'Reading …' : `What it is now could not be read: ${failure}`}</Empty>
      ) : changes.length === 0 ? (
        <Empty>Nothing: it is so already.</Empty>
      ) : (
        <Rows
          label="Value"
          rows={changes}
          keyOf={({ label }) => label}
          columns={[
            { title: 'Value', cell: ({ label }) => label },
            { title: 'Now', cell: ({ before: now }) => now || 'Not set' },
            { title: 'Then', cell: ({ after }) => <strong>{after || 'Not set'}</strong> },
          ]}
        />
      )}
    </Section>
  );
}

/** Ids, which names stand for, and the reason. */
const ABOUT = /^(\w*[iI]d|tradeID|RefNum|referenceNumber|reason|errDesc)$/;

/** Of a corporate action in the words in which the issuer announces one. */
function askedIn(desk: Desk, action: Fields): readonly Fact[] {
  if (action.method !== 'createCorporateAction') return factsIn(desk, action, () => true);
  const { securityId, kind, ...terms } = action.values as Fields;
  const words = actionTermWords(desk, String(kind), terms);
  return [['Security', desk.securities.fullTitleOf(String(securityId))], ['Action', String(kind)], ...words];
}

function factsIn(desk: Desk, { values }: Fields, isShown: (name: string) => boolean): readonly Fact[] {
  return Object.entries((values ?? {}) as Fields)
    .filter(([name]) => isShown(name))
    .map(([name, value]) => [sentence(labelOf(name)), valueWords(desk, name, value)]);
}
