import type { TObject } from 'typebox';
import type { Answer } from '../../http/method.ts';
import { type Call, defineMethod, type Method } from '../../http/method.ts';
import { type Kind, list, Malformed, type Parameters, text } from '../../http/parameters/index.ts';
import type { StatusCode } from '../../http/status-codes.ts';
import { ALL, type Grant } from './permissions.ts';

const NAME_LENGTH_MAX = 200;
const NAMES_MAX = 2_000;

interface AdminDeclaration<P extends Parameters> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly refusals?: readonly StatusCode[];
  readonly parameters: P;
  readonly response: TObject;
  readonly handler: (call: Call<P>) => Promise<Answer>;
}

/** A method of the operator, under /v3/admin, for master keys only. */
export function adminMethod<P extends Parameters>(declaration: AdminDeclaration<P>): Method {
  return defineMethod({
    ...declaration,
    verb: 'POST',
    path: `/v3/admin/${declaration.name}`,
    group: 'Administration',
    operator: true,
  });
}

export function clientId(description = 'client id'): Kind<string> {
  return text({ description, pattern: /^C[0-9]{8}$/, patternReason: 'must be C and eight digits' });
}

/** An id as newRecordId makes it. */
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

/** A list of names, or * for all there are. */
export function grant(description: string): Kind<Grant> {
  const kind = names(`${description}; * (or a list of only *): all there are`);
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
