import { defineMethod, type Method, type MethodDeclaration } from '../../../http/methods/index.ts';
import type { Parameters } from '../../../http/parameters/index.ts';

type OperatorDeclaration<P extends Parameters> = Omit<MethodDeclaration<P>, 'verb' | 'path' | 'group' | 'operator'>;

/** A method of the operator, for master keys only: POST under /v3/admin. */
export function operatorMethod<P extends Parameters>(declaration: OperatorDeclaration<P>): Method {
  return defineMethod<P>({
    ...declaration,
    verb: 'POST',
    path: `/v3/admin/${declaration.name}`,
    group: 'Administration',
    operator: true,
  } as MethodDeclaration<P>);
}
