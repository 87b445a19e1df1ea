import { expect, test } from 'vitest';
import { WebhookNames } from '../../../src/webhooks/registry/webhook-names.ts';

const names = new WebhookNames([
  { name: 'createLink' },
  { name: 'uploadDocument', sentBy: ['uploadOther', 'uploads'] },
]);

test('are those of the declarations, in their order', () => {
  expect(names.all).toEqual(['createLink', 'uploadDocument']);
});

test('are exact, and those of methods that go by another name, too', () => {
  const asked = ['createLink', 'uploadDocument', 'uploadOther', 'uploads'];
  expect(asked.map((name) => names.of(name))).toEqual(['createLink', ...Array(3).fill('uploadDocument')]);
  expect(asked.map((name) => names.required(name))).toEqual(asked.map((name) => names.of(name)));
  for (const name of ['createlink', 'deleteLink', '', 'constructor', '__proto__']) {
    expect(names.of(name)).toBeUndefined();
    expect(() => names.required(name)).toThrow(`no webhook is named ${name}`);
  }
});
