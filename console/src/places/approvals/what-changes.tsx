import { type Desk, type Fields, labelOf, sentence, valueWords } from '../../data/index.ts';
import { Empty, type Fact, Facts, type Node, Section, useLoaded } from '../../parts/index.ts';
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
        <Facts facts={factsIn(desk, action, () => true)} />
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
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before: now, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-title="Now">{now || 'Not set'}</td>
                <td data-title="Then">
                  <strong>{after || 'Not set'}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** Ids, which names stand for, and the reason. */
const ABOUT = /^(\w*[iI]d|tradeID|RefNum|referenceNumber|reason|errDesc)$/;

function factsIn(desk: Desk, { values }: Fields, isShown: (name: string) => boolean): readonly Fact[] {
  return Object.entries((values ?? {}) as Fields)
    .filter(([name]) => isShown(name))
    .map(([name, value]) => [sentence(labelOf(name)), valueWords(desk, name, value)]);
}
