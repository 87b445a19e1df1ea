import { create } from 'content-disposition';

const NAME_LENGTH_MAX = 200;

/**
 * The header value that makes a browser save a response under this name (RFC 6266): a plain ASCII name, and the name
 * itself in UTF-8 where that is another. No name can add a header, a parameter or a folder.
 */
export function attachment(fileName: string): string {
  return create(savedName(fileName));
}

/** Control characters, and those that turn the text after them around, with which a name looks like another. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export function withoutHidden(name: string): string {
  return name.replaceAll(HIDDEN, '');
}

/** The last part of a path, without hidden characters. */
function savedName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = [...withoutHidden(last)].slice(0, NAME_LENGTH_MAX).join('').trim();
  return name === '' || name === '.' || name === '..' ? 'document' : name;
}
