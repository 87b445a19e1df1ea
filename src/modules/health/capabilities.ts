import Type from 'typebox';
import { mayCall } from '../../http/body/index.ts';
import { type Client, defineMethod, type Method } from '../../http/methods/index.ts';

export interface CapabilityDeps {
  /** sandbox or production. */
  readonly environment: string;
  /** Whether calls of operators need the approval of a second one (C81). */
  readonly hasTwoPersonApproval: boolean;
  /** Every method of the v3 host. */
  readonly methods: () => readonly Method[];
  /** Finds the user who calls. */
  readonly users: { get(userId: string): Promise<UserShown | undefined> };
}

interface UserShown {
  readonly userId: string;
  readonly name: string;
  readonly roles: readonly string[];
}

const yesOrNo = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);

/** N6: for programs that show their users only the permitted actions. */
export function getCapabilities({ environment, hasTwoPersonApproval, methods, users }: CapabilityDeps): Method {
  return defineMethod({
    name: 'getCapabilities',
    verb: 'GET',
    group: 'Health',
    summary: 'Shows what the key may do',
    description:
      'An extension (N6). The client of the key, its scopes, and the methods that it may call; others are 111 or 1403.',
    refusals: [111],
    parameters: {},
    response: Type.Object({
      capabilities: Type.Object({
        clientId: Type.String(),
        name: Type.String({ description: 'Of the client.' }),
        operator: yesOrNo,
        environment: Type.String(),
        fourEyes: yesOrNo,
        scopes: Type.Array(Type.String()),
        methods: Type.Array(Type.String()),
        user: Type.Optional(
          Type.Object(
            { userId: Type.String(), name: Type.String(), roles: Type.Array(Type.String()) },
            { description: 'Who calls, where a user does (P1).' },
          ),
        ),
      }),
    }),
    handler: async ({ client }) => {
      const allowed = methods().filter((method) => method.host !== 'legacy' && mayCall(method, client));
      return {
        fields: {
          capabilities: {
            clientId: client.clientId,
            name: client.name,
            operator: client.master ? ('Yes' as const) : ('No' as const),
            environment,
            fourEyes: hasTwoPersonApproval ? ('Yes' as const) : ('No' as const),
            scopes: [...client.scopes].sort(),
            methods: allowed.map(({ name }) => name),
            ...(await userOf(client, users)),
          },
        },
      };
    },
  });
}

async function userOf({ user }: Client, users: CapabilityDeps['users']): Promise<{ user?: UserShown }> {
  const found = user && (await users.get(user.userId));
  return found === undefined ? {} : { user: { userId: found.userId, name: found.name, roles: found.roles } };
}
