import { isMissing, type Kind, Malformed, mapKind, text } from '../../../http/parameters/index.ts';

/** Parts by number, in the order in which they were sent. */
export type IndexedParts = ReadonlyMap<number, string>;

/**
 * Numbered texts in one field, parts <name><n>=<text> joined by & (C37). A text may
 * itself contain & and =. `fault` returns the fault of one of the texts.
 */
export function indexedParts(options: {
  readonly name: string;
  readonly description: string;
  /** Numbers are from 0 to one less. */
  readonly partsMax: number;
  /** The longest text, in characters. */
  readonly maxLength: number;
  readonly fault?: (part: string) => string | undefined;
}): Kind<IndexedParts> {
  const { name, partsMax, maxLength, fault } = options;
  const whole = text({ description: options.description, maxLength: partsMax * (maxLength + name.length + 5) });
  const wrongForm = new Malformed(`must be parts ${name}<n>=<text> joined by &`);
  const between = new RegExp(`&(?=${name}[0-9]+=)`);
  const part = new RegExp(`^${name}([0-9]{1,4})=(.*)$`, 's');
  return mapKind(whole, (read) => {
    const parts = new Map<number, string>();
    for (const piece of read.split(between)) {
      const [, number, content] = part.exec(piece) ?? [];
      if (number === undefined || content === undefined) return wrongForm;
      const index = Number(number);
      const problem = faultOf(index, content);
      if (problem !== undefined) return new Malformed(`part ${name}${index} ${problem}`);
      parts.set(index, content);
    }
    return parts;

    function faultOf(index: number, content: string): string | undefined {
      if (index >= partsMax) return `must have a number from 0 to ${partsMax - 1}`;
      if (parts.has(index)) return 'must not be there twice';
      if (isMissing(content, false)) return 'is empty';
      if (content.length > maxLength) return `must not be longer than ${maxLength} characters`;
      return fault?.(content);
    }
  });
}
