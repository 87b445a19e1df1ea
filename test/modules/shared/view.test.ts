import Type from 'typebox';
import { expect, test } from 'vitest';
import { at, atOrNull, orNull, says, view } from '../../../src/modules/shared/values/index.ts';

interface NoteRow {
  readonly note_id: number;
  readonly author: string | null;
  readonly open: 0 | 1;
  readonly created_at: number;
  readonly closed_at: number | null;
}

const NOTE_VIEW = view<NoteRow>()({
  noteId: 'note_id',
  author: orNull('author', 'who wrote it'),
  status: says(({ open }) => (open === 1 ? 'Open' : 'Closed'), 'Open or Closed'),
  open: [Type.Boolean(), ({ open }) => open === 1],
  createdDate: at('created_at'),
  closedDate: atOrNull('closed_at'),
});

test('shows the parts of a row in their order', () => {
  const shown = NOTE_VIEW.show({ note_id: 7, author: null, open: 1, created_at: 1_000_000, closed_at: null });
  expect(Object.entries(shown)).toEqual([
    ['noteId', '7'],
    ['author', null],
    ['status', 'Open'],
    ['open', true],
    ['createdDate', '1970-01-01 00:00:01'],
    ['closedDate', null],
  ]);
});

test('describes the same parts in its schema', () => {
  const text = { type: 'string' };
  const textOrNull = { type: ['string', 'null'] };
  expect(JSON.parse(JSON.stringify(NOTE_VIEW.schema))).toEqual({
    type: 'object',
    required: ['noteId', 'author', 'status', 'open', 'createdDate', 'closedDate'],
    properties: {
      noteId: text,
      author: { ...textOrNull, description: 'who wrote it' },
      status: { ...text, description: 'Open or Closed' },
      open: { type: 'boolean' },
      createdDate: text,
      closedDate: textOrNull,
    },
  });
});

test('a view is made of the parts of another', () => {
  const SHORT_VIEW = view<NoteRow>()({ noteId: NOTE_VIEW.parts.noteId, closedDate: NOTE_VIEW.parts.closedDate });
  const row = { note_id: 7, author: 'A', open: 0, created_at: 0, closed_at: 2_000_000 } as const;
  expect(SHORT_VIEW.show(row)).toEqual({ noteId: '7', closedDate: '1970-01-01 00:00:02' });
});

test('a column that is not there, or may be null, does not compile as a text', () => {
  // @ts-expect-error no such column
  view<NoteRow>()({ noteId: 'id' });
  // @ts-expect-error the author may be null
  view<NoteRow>()({ author: 'author' });
  expect(Object.keys(view<NoteRow>()({}).parts)).toEqual([]);
});
