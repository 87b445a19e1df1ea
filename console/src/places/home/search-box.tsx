/** The way to any record. */
import { useState } from 'preact/hooks';
import { go, pathOf } from '../../data/index.ts';
import { type Node, TextField } from '../../parts/index.ts';

export function SearchBox(): Node {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    go(pathOf('search', '', new URLSearchParams({ q: text.trim() }).toString()));
  };
  return (
    <form class="inline search-box" role="search" onSubmit={submit}>
      <TextField label="Search all records by name or id" id="home-search" value={text} set={setText} />
      <button type="submit" class="primary" disabled={text.trim() === ''}>
        Search
      </button>
    </form>
  );
}
