/** One search over all records that the reader may see: by name, or by id. */
import { useEffect, useState } from 'preact/hooks';
import { type Desk, messageOf, pathOf, setQuery, useAddress, useTopic } from '../../data/index.ts';
import { Empty, type Node, Panel, TextField } from '../../parts/index.ts';
import { FOUND_MAX, type Found, SOURCES, type Source } from './sources.ts';

/** A moment after the last key. */
const ASK_AFTER_MS = 300;
/** Fewer letters are in too many names. */
const LETTERS_MIN = 2;

export function Place({ desk }: { readonly desk: Desk }): Node {
  const sought = (useAddress().query.get('q') ?? '').trim();
  const [text, setText] = useState(sought);
  useTopic(desk.securities.changed);
  useEffect(() => setText(sought), [sought]);
  useEffect(() => {
    const timer = setTimeout(() => setQuery({ q: text.trim() }), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const sources = SOURCES.filter(({ needs }) => desk.session.may(...needs));
  return (
    <div class="all-records">
      <form class="inline" role="search" onSubmit={(event: Event) => event.preventDefault()}>
        <TextField label="A name, a part of one, or an id" id="search-text" value={text} set={setText} />
      </form>
      {sought.length < LETTERS_MIN ? (
        <Empty>Enter {LETTERS_MIN} letters or more. Records of all clients are found by their names and ids.</Empty>
      ) : (
        <Results key={sought} desk={desk} text={sought} sources={sources} />
      )}
    </div>
  );
}

interface ResultsProps {
  readonly desk: Desk;
  readonly text: string;
  readonly sources: readonly Source[];
}

interface Answer {
  readonly found: readonly Found[];
  readonly failure?: string;
}

/** Each kind is shown once it is there. */
function Results({ desk, text, sources }: ResultsProps): Node {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  useEffect(() => {
    let isOver = false;
    const put = (kind: string, answer: Answer) => {
      if (!isOver) setAnswers((before) => new Map([...before, [kind, answer]]));
    };
    for (const { kind, find } of sources) {
      find(desk, text).then(
        (found) => put(kind, { found }),
        (error) => put(kind, { found: [], failure: messageOf(error) }),
      );
    }
    return () => {
      isOver = true;
    };
  }, []);
  const count = [...answers.values()].reduce((sum, { found }) => sum + found.length, 0);
  const isRead = answers.size === sources.length;
  return (
    <>
      <p role="status" class="hint">
        {isRead ? (count === 0 ? `Nothing has the name or the id ${text}.` : `Found ${count}.`) : 'Searching …'}
      </p>
      {sources.map(({ kind }) => {
        const answer = answers.get(kind);
        if (answer === undefined || (answer.found.length === 0 && answer.failure === undefined)) return null;
        return <Kind key={kind} kind={kind} {...answer} />;
      })}
    </>
  );
}

function Kind({ kind, found, failure }: Answer & { readonly kind: string }): Node {
  return (
    <Panel title={kind} name={`found-${kind.toLowerCase().replaceAll(' ', '-')}`} wide>
      {failure === undefined ? null : (
        <p class="failed" role="alert">
          {failure}
        </p>
      )}
      <ul class="plain-list found">
        {found.map(({ id, name, about, place, record, query = '' }) => (
          <li key={id}>
            <a href={pathOf(place, record, query)}>{name === '' || name === id ? id : `${name} (${id})`}</a>
            {about === '' ? null : <small>{about}</small>}
          </li>
        ))}
      </ul>
      {found.length < FOUND_MAX ? null : <p class="hint">The first {FOUND_MAX}; a longer text finds fewer.</p>}
    </Panel>
  );
}
