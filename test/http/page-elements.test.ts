/** The typed elements that the pages of the server are made of. */
import { expect, test } from 'vitest';
import { fragment, h, htmlDocument, table, trusted } from '../../src/http/hosted-pages/html.ts';

test('texts and values of attributes are escaped, HTML is not escaped again', () => {
  const inner = h('span', { title: undefined, class: `"><b>'` } as object, '<script>&');
  expect(h('p', {}, inner, ' & ', 5).text).toBe(
    '<p><span class="&#34;&#62;&#60;b&#62;&#39;">&#60;script&#62;&#38;</span> &#38; 5</p>',
  );
  expect(h('style', {}, trusted('a > b {}')).text).toBe('<style>a > b {}</style>');
});

test('an attribute is there with its value, alone, or not at all', () => {
  const input = h('input', { name: 'a', required: true, value: undefined, 'data-focus': false, maxlength: 3 });
  expect(input.text).toBe('<input name="a" required maxlength="3">');
});

test('what is absent is nothing, and lists are flat', () => {
  expect(fragment(undefined, false, ['a', [h('button', {}, 'b')]], '').text).toBe('a<button>b</button>');
  expect(htmlDocument('A & B', [], h('body', {}))).toMatch(/^<!doctype html>\n<html lang="en"><head>.*A &#38; B/);
  expect(table(['a'], [['<'], [5]]).text).toBe(
    '<table><tr><th>a</th></tr><tr><td>&#60;</td></tr><tr><td>5</td></tr></table>',
  );
});

test('unknown attributes and tags do not compile', () => {
  // @ts-expect-error: a paragraph leads nowhere
  expect(h('p', { href: '/' }).text).toBe('<p href="/"></p>');
  // @ts-expect-error: no page has a marquee
  expect(h('marquee', {}).text).toBe('<marquee></marquee>');
});
