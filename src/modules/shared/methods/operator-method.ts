import type { TObject } from 'typebox';
import { defineMethod, type Method, type MethodDeclaration } from '../../../http/methods/index.ts';
import type { Parameters } from '../../../http/parameters/index.ts';

type OperatorDeclaration<P extends Parameters, R extends TObject> = Omit<
  MethodDeclaration<P, R>,
  'verb' | 'path' | 'group' | 'operator'
>;

/** A method of the operator, for master keys only: POST under /v3/admin. */
export function operatorMethod<P extends Parameters, R extends TObject>(
  declaration: OperatorDeclaration<P, R>,
): Method {
  return defineMethod<P, R>({
    ...declaration,
    path: `/v3/admin/${declaration.name}`,
    group: 'Administration',
    operator: true,
  } as MethodDeclaration<P, R>);
}
