/** Kinds of parameters of the operator's methods. */
import { type Kind, list, Malformed, text } from '../../http/parameters/index.ts';
import { ALL, type Grant } from './permissions.ts';

const NAME_LENGTH_MAX = 200;
const NAMES_MAX = 2_000;

/** The id of a key, a token or a webhook. */
export function recordId(letter: 'K' | 'T' | 'W', description: string): Kind<string> {
  return text({
    description,
    pattern: new RegExp(`^${letter}[0-9a-f]{16}$`),
    patternReason: `must be ${letter} and sixteen hexadecimal digits`,
  });
}

/** A list of names, which may be empty. */
export function names(description: string): Kind<readonly string[]> {
  return list(text({ maxLength: NAME_LENGTH_MAX }), { description, maxItems: NAMES_MAX });
}

/** A list of names, or * for all. */
export function grant(description: string): Kind<Grant> {
  const kind = names(`${description}; * (or a list of only *): all`);
  return {
    ...kind,
    read: (value) => {
      if (value === ALL) return ALL;
      const read = kind.read(value);
      if (read instanceof Malformed) return read;
      return read.length === 1 && read[0] === ALL ? ALL : read;
    },
  };
}
