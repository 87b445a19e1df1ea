/** The roles with their rights (P3). */
import { type Desk, methodWords } from '../../data/index.ts';
import { Empty, type Node, RecordView, Section, useLoaded } from '../../parts/index.ts';
import { readRoles } from '../../views/index.ts';
import { whose } from './users.tsx';

export function Roles({ desk }: { readonly desk: Desk }): Node {
  const { value, failure } = useLoaded(() => readRoles(desk.session), []);
  if (value === undefined) return <Empty>{failure ?? 'Reading …'}</Empty>;
  const about = 'A user may call what one of its roles names, and nothing else. Several roles add up.';
  return (
    <RecordView title="Roles" about={about} facts={[]}>
      {value.map(({ role, title, of, summary, reads, changes, scopes }) => (
        <Section key={role} title={title}>
          <p>
            Of {whose(of)}: {summary}.
          </p>
          {[
            ['Reads', wordsOf(reads)] as const,
            ['Changes', wordsOf(changes)] as const,
            ['Scopes', scopes.join(', ')] as const,
          ].map(([words, text]) => (
            <p>
              <strong>{words}</strong> {text}
            </p>
          ))}
        </Section>
      ))}
    </RecordView>
  );
}

/** @param names of methods, groups of methods and scopes */
function wordsOf(names: readonly string[]): string {
  const words = names.map((name) => (/^[a-z]+[A-Z]\w*$/.test(name) ? `“${methodWords(name)}”` : name));
  return names.includes('*') ? 'everything' : words.join(', ') || 'nothing';
}
