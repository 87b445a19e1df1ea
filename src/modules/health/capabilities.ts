import Type from 'typebox';
import { mayCall } from '../../http/body/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';

export interface CapabilityOptions {
  /** sandbox or production. */
  readonly environment: string;
  /** Whether calls of operators need the approval of a second one (C81). */
  readonly hasTwoPersonApproval: boolean;
  /** Every method of the v3 host. */
  readonly methods: () => readonly Method[];
}

const yesOrNo = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);

/** N6: for programs that show their users only the permitted actions. */
export function getCapabilities({ environment, hasTwoPersonApproval, methods }: CapabilityOptions): Method {
  return defineMethod({
    name: 'getCapabilities',
    verb: 'GET',
    group: 'Health',
    summary: 'Shows what the key may do',
    description:
      'An extension (N6). The client of the key, its scopes, and the names of the methods that it may call. Other ' +
      'methods are refused with 111 or 1403; a method in the list may still refuse a record or a value.',
    refusals: [111],
    parameters: {},
    response: Type.Object({
      capabilities: Type.Object({
        name: Type.String({ description: 'Of the client.' }),
        operator: yesOrNo,
        environment: Type.String(),
        fourEyes: yesOrNo,
        scopes: Type.Array(Type.String()),
        methods: Type.Array(Type.String()),
      }),
    }),
    handler: ({ client }) => {
      const allowed = methods().filter((method) => method.host !== 'legacy' && mayCall(method, client));
      return {
        fields: {
          capabilities: {
            name: client.name,
            operator: client.master ? ('Yes' as const) : ('No' as const),
            environment,
            fourEyes: hasTwoPersonApproval ? ('Yes' as const) : ('No' as const),
            scopes: [...client.scopes].sort(),
            methods: allowed.map(({ name }) => name),
          },
        },
      };
    },
  });
}
