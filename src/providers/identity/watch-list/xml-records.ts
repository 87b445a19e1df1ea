/**
 * Reads records out of an XML file of any size, one after the other. A file with a document type is refused: nothing
 * is expanded, and nothing outside of the file is read.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import sax, { type SAXOptions } from 'sax';
import { UnreadableList } from './entries.ts';

const DEPTH_MAX = 32;
/** Of one record; more is no entry of a list. */
const NODES_MAX = 50_000;
const TEXT_MAX = 4 * 1024 * 1024;

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlNode[];
}

export interface XmlFile {
  readonly path: string;
  /** The elements that are records, without a prefix. */
  readonly records: readonly string[];
  readonly root: (root: XmlNode) => void;
  /** Short elements outside of the records, such as a date of publication. */
  readonly other?: (node: XmlNode) => void;
  readonly record: (record: XmlNode) => void;
}

/** Throws UnreadableList, which names the file and the line, where the file is no whole XML document. */
export async function readXml({ path, records, root, other, record }: XmlFile): Promise<void> {
  const file = basename(path);
  const options: SAXOptions & { readonly strictEntities: true } = { trim: true, strictEntities: true, position: true };
  const parser = sax.parser(true, options);
  const fail = (reason: string) => {
    throw new UnreadableList(`${file}, line ${parser.line + 1}: ${reason}`);
  };
  const open: XmlNode[] = [];
  /** The depth of the record that is read; 0: none. */
  let recordDepth = 0;
  let [nodes, letters] = [0, 0];
  parser.onerror = (error) => fail((error.message.split('\n')[0] as string).trim());
  parser.ondoctype = () => fail('it has a document type, which is not read');
  parser.onopentag = ({ name, attributes }) => {
    const node: XmlNode = { name: localName(name), attributes: localAttributes(attributes), text: '', children: [] };
    if (open.length === 0) root(node);
    if (open.length >= DEPTH_MAX) fail(`elements are more than ${DEPTH_MAX} deep`);
    if (recordDepth > 0) {
      nodes += 1;
      if (nodes > NODES_MAX) fail(`a record has more than ${NODES_MAX} elements`);
      open.at(-1)?.children.push(node);
    } else if (records.includes(node.name)) {
      recordDepth = open.length + 1;
      [nodes, letters] = [0, 0];
    }
    open.push(node);
  };
  const addText = (text: string) => {
    const node = open.at(-1);
    letters += text.length;
    if (letters > TEXT_MAX) fail('a record is too long');
    if (node !== undefined) node.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const node = open.pop() as XmlNode;
    if (open.length + 1 === recordDepth) {
      recordDepth = 0;
      record(node);
    } else if (recordDepth === 0) {
      other?.(node);
      letters = 0;
    }
  };
  let isEmpty = true;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(bytes, { stream: true }));
      isEmpty = false;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof UnreadableList) throw error;
    throw new UnreadableList(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (isEmpty || open.length > 0) throw new UnreadableList(`${file} is cut off`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]));
}

/** The nodes at a path of names below a node. */
export function nodesAt(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  let found = [node];
  for (const name of path) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The texts at a path of names, without those that are empty. */
export function textsAt(node: XmlNode, ...path: readonly string[]): string[] {
  return nodesAt(node, ...path).flatMap(({ text }) => (text.trim() === '' ? [] : [text.trim()]));
}

/** The first text at a path; empty without one. */
export function textAt(node: XmlNode, ...path: readonly string[]): string {
  return textsAt(node, ...path)[0] ?? '';
}
