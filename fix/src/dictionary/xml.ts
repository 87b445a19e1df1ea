import { addedTo, type CustomField, valuesOf } from './custom.ts';
import { entriesOf } from './parse.ts';

/** The dictionary in the format of QuickFIX, which FIX clients load: from fix44.txt and the custom fields. */
export function toXml(text: string, custom: readonly CustomField[]): string {
  const of = (kind: string) => entriesOf(text, kind);
  const messages = of('message').map(([msgType = '', category = '', name = '', ...words]) => {
    const head = `  <message name="${name}" msgtype="${msgType}" msgcat="${category}">`;
    return [head, ...members([...words, ...addedTo(msgType)], '   '), '  </message>'];
  });
  const components = of('component').map(([name = '', ...words]) => [
    `  <component name="${name}">`,
    ...members(words, '   '),
    '  </component>',
  ]);
  const fields = [
    ...of('field').map(([tag = '', name = '', type = '', ...values]) => [tag, name, type, ...valuesOf(name, values)]),
    ...custom.map(({ tag, name, type, values = [] }) => [String(tag), name, type, ...values]),
  ].map(fieldLines);
  const section = (name: string, lines: readonly string[]) => [` <${name}>`, ...lines, ` </${name}>`];
  return [
    '<fix type="FIX" major="4" minor="4" servicepack="0">',
    ...section('header', members(of('header')[0] ?? [], '  ')),
    ...section('messages', messages.flat()),
    ...section('trailer', members(of('trailer')[0] ?? [], '  ')),
    ...section('components', components.flat()),
    ...section('fields', fields.flat()),
    '</fix>\n',
  ].join('\n');
}

function members(words: readonly string[], indent: string): string[] {
  let depth = 0;
  return words.flatMap((word, at) => {
    if (word === '(') return [];
    if (word === ')') {
      depth -= 1;
      return [`${indent}${' '.repeat(depth)}</group>`];
    }
    const name = word.replace(/^@|\*$/g, '');
    const opensGroup = words[at + 1] === '(';
    const kind = opensGroup ? 'group' : word.startsWith('@') ? 'component' : 'field';
    const attributes = `name="${name}" required="${word.endsWith('*') ? 'Y' : 'N'}"`;
    const line = `${indent}${' '.repeat(depth)}<${kind} ${attributes}${opensGroup ? '' : '/'}>`;
    if (opensGroup) depth += 1;
    return [line];
  });
}

function fieldLines([tag = '', name = '', type = '', ...values]: readonly string[]): string[] {
  const head = `  <field number="${tag}" name="${name}" type="${type}"`;
  if (values.length === 0) return [`${head}/>`];
  return [
    `${head}>`,
    ...values.map((value) => `   <value enum="${value}" description="${name}_${value}"/>`),
    '  </field>',
  ];
}
