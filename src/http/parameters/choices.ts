import Type from 'typebox';
import { type Described, describe, type Kind, Malformed } from './kind.ts';
import { asText } from './text.ts';

/** One of the members, in its canonical spelling; read without regard to case unless caseInsensitive is false. */
export function choice<const M extends readonly string[]>(
  members: M,
  options: Described & { readonly caseInsensitive?: boolean } = {},
): Kind<M[number]> {
  const fold = options.caseInsensitive === false ? (value: string) => value : (value: string) => value.toLowerCase();
  // The usual spelling is found as it is, without a copy in lower case.
  const bySpelling = new Map<string, M[number]>(
    members.flatMap((member) => [
      [member, member],
      [fold(member), member],
    ]),
  );
  const notMember = new Malformed(`must be one of ${members.join(', ')}`);
  const longest = Math.max(0, ...members.map((member) => member.length));
  return {
    schema: Type.Unsafe<M[number]>({ type: 'string', enum: [...members], ...describe(options) }),
    keepEmpty: false,
    read: (value) => {
      const read = asText(value);
      if (read === undefined || read.length > longest) return notMember;
      return bySpelling.get(read) ?? bySpelling.get(fold(read)) ?? notMember;
    },
  };
}

/** Yes or No, in any case. */
export function yesNo(options: Described = {}): Kind<'Yes' | 'No'> {
  return choice(['Yes', 'No'], options);
}

/** A JSON boolean, or true, false, 1 or 0. */
export function flag(options: Described = {}): Kind<boolean> {
  const notFlag = new Malformed('must be true or false');
  return {
    schema: Type.Unsafe<boolean>({
      type: ['boolean', 'string', 'integer'],
      enum: [true, false, 'true', 'false', '1', '0', 1, 0],
      ...describe(options),
    }),
    keepEmpty: false,
    read: (value) => {
      const folded = typeof value === 'string' && value.length <= 5 ? value.toLowerCase() : value;
      if (folded === true || folded === 'true' || folded === '1' || folded === 1) return true;
      if (folded === false || folded === 'false' || folded === '0' || folded === 0) return false;
      return notFlag;
    },
  };
}
