import { expect, test } from 'vitest';
import { MSG, TAG } from '../../src/application/tags.ts';
import { DICTIONARY } from '../../src/dictionary/index.ts';

test('tags and types of messages are those of the dictionary', () => {
  for (const [name, tag] of Object.entries(TAG)) expect(DICTIONARY.fields.get(tag)?.name, `${tag}`).toBe(name);
  for (const [name, type] of Object.entries(MSG)) expect(DICTIONARY.messages.get(type)?.name, type).toBe(name);
});
