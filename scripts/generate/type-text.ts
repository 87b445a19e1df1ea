/** TypeScript types from the schemas that the declarations of methods use: a small part of JSON Schema. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

export interface Options {
  /** What is sent may be undefined where it may be absent. */
  readonly isSent: boolean;
}

const INDENT = '  ';
const ANY_FIELDS = 'Record<string, unknown>';

/** The type of a schema, its lines after the first indented by `depth` steps. */
export function typeText(schema: Schema, options: Options, depth = 0): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => typeText(one, options, depth)));
  if (schema.allOf !== undefined) {
    const texts = new Set(schema.allOf.map((one) => bracketed(typeText(one, options, depth))));
    // Next to others it says nothing, and would make any name a field.
    if (texts.size > 1) texts.delete(ANY_FIELDS);
    return [...texts].join(' & ');
  }
  const types = [schema.type ?? (schema.properties === undefined ? 'unknown' : 'object')].flat();
  return union(types.map((type) => ofType(type, schema, { options, depth })));
}

interface Place {
  readonly options: Options;
  readonly depth: number;
}

function ofType(type: string, schema: Schema, place: Place): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayText(schema, place);
    case 'object':
      return objectText(schema, place);
    default:
      return 'unknown';
  }
}

function arrayText({ prefixItems, items }: Schema, { options, depth }: Place): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => typeText(one, options, depth)).join(', ')}]`;
  return `${bracketed(items ? typeText(items, options, depth) : 'unknown')}[]`;
}

function objectText(schema: Schema, { options, depth }: Place): string {
  const { properties = {}, required = [], additionalProperties, patternProperties = {} } = schema;
  const step = INDENT.repeat(depth + 1);
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = !required.includes(name);
    const type = typeText(field, options, depth + 1);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const declared = `${key}${optional ? '?' : ''}: ${type}${optional && options.isSent ? ' | undefined' : ''};`;
    return `${comment(field.description, step)}${step}${declared}`;
  });
  const others = [
    ...Object.values(patternProperties),
    ...(isSchema(additionalProperties) ? [additionalProperties] : []),
  ];
  if (fields.length === 0) {
    return others.length === 0 ? ANY_FIELDS : `Record<string, ${typeText(others[0]!, options, depth)}>`;
  }
  return ['{', ...fields, `${INDENT.repeat(depth)}}`].join('\n');
}

function isSchema(value: Schema | boolean | undefined): value is Schema {
  return typeof value === 'object';
}

/** Types that say the same are said once. */
function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** In brackets where it is a union or an intersection as a whole: the types of fields do not count. */
function bracketed(type: string): string {
  let outside = type;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = outside.replaceAll(/\{[^{}]*\}/g, '');
  }
  return / [|&] /.test(outside) ? `(${type})` : type;
}

/** Its own line in front of what it is about; nothing for what says no more than the type does. */
export function comment(text: string | undefined, step: string): string {
  if (text === undefined || text.length < 8) return '';
  return `${step}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}
