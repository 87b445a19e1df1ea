/** Small changes of a program, each of which some test should notice. */
import { parseAst } from 'vitest/node';

/** Replaces the text from `start` to `end`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '+=': '-=', '-=': '+=', '??=': '=' },
};
const METHODS: Readonly<Record<string, string>> = { every: 'some', some: 'every', min: 'max', max: 'min' };
/** What they write or count is no behaviour of a method. */
const UNWATCHED = /^(?:await )?(?:this\.)?#?(?:log|logger|metrics)\b/;

/** All mutants of the text of a file, in its order. */
export function mutantsOf(source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  walk(parseAst(source, { lang: 'ts' }) as unknown as Node, (node) => found.push(...changesOf(node, source)), source);
  return found;
}

function walk(node: Node, visit: (node: Node) => void, source: string): void {
  if (isPassedOver(node, source)) return;
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, source);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Types, imports, and statements whose effect no test looks at; but not an expression with a type. */
function isPassedOver(node: Node, source: string): boolean {
  if (['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)) return false;
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return true;
  return node.type === 'ExpressionStatement' && UNWATCHED.test(source.slice(node.start, node.end));
}

function changesOf(node: Node, source: string): Mutant[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const of = ({ start, end }: Node, text: string): Mutant[] => [{ start, end, text }];
  const child = (name: string) => node[name] as Node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorOf(node, source);
    case 'ConditionalExpression':
      return of(node, `${textOf(child('test'))} ? ${textOf(child('alternate'))} : ${textOf(child('consequent'))}`);
    case 'IfStatement':
      return [...of(child('test'), 'true'), ...of(child('test'), 'false')];
    case 'UnaryExpression':
      return node.operator === '!' ? of(node, source.slice(node.start + 1, node.end)) : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return of(node, String(!node.value));
      return typeof node.value === 'number' ? of(node, String(node.value + 1)) : [];
    case 'MemberExpression':
      return Object.hasOwn(METHODS, textOf(child('property')))
        ? of(child('property'), METHODS[textOf(child('property'))] as string)
        : [];
    case 'ExpressionStatement':
      return /^(?:Call|Await|Assignment|Update)/.test(child('expression').type) ? of(node, ';') : [];
    default:
      return [];
  }
}

function operatorOf({ left, right, operator }: Node, source: string): Mutant[] {
  const text = operator === '??' ? undefined : OPERATORS[String(operator)];
  const [from, to] = [(left as Node).end, (right as Node).start];
  if (operator === '??') return [{ start: from, end: (right as Node).end, text: '' }];
  if (text === undefined) return [];
  const at = source.slice(from, to).indexOf(String(operator)) + from;
  return [{ start: at, end: at + String(operator).length, text }];
}

export function changed(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** The line of the change, counted from 1, and the line before and after it. */
export function shown(
  source: string,
  mutant: Mutant,
): { readonly line: number; readonly was: string; readonly is: string } {
  const line = source.slice(0, mutant.start).split('\n').length;
  const whole = changed(source, mutant);
  const lines = mutant.text.split('\n').length;
  const was = source.slice(source.lastIndexOf('\n', mutant.start - 1) + 1, ends(source, mutant.end)).trim();
  const is = whole
    .split('\n')
    .slice(line - 1, line - 1 + lines)
    .join('\n')
    .trim();
  return { line, was, is };
}

function ends(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}
