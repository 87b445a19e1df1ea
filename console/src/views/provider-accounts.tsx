/** The accounts at providers with which a user signs in (P26), each of which can be removed. */
import { type Desk, instantOf } from '../data/index.ts';
import { attempt, ConfirmedActions, type Node, placeholder, Rows, useLoaded, When } from '../parts/index.ts';

interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly createdDate: string;
}

interface Props {
  readonly desk: Desk;
  readonly userId: string;
  readonly mayRemove: boolean;
}

export function ProviderAccounts({ desk, userId, mayRemove }: Props): Node {
  const { api } = desk.session;
  const read = async () => (await api.call('getProviderAccounts', { userId })).providerAccounts as ProviderAccount[];
  const loaded = useLoaded(read, [userId]);
  const remove = async ({ issuer, subject }: ProviderAccount) => {
    const send = () => api.call('removeProviderAccount', { userId, issuer, subject });
    await attempt(desk, send, `The account at ${issuer} is removed.`);
    loaded.again();
  };
  return (
    placeholder(loaded, 'No accounts. The first sign-in at a provider adds one.') ?? (
      <Rows
        label="Accounts at providers"
        rows={loaded.value ?? []}
        keyOf={({ issuer }) => issuer}
        columns={[
          { title: 'Provider', cell: ({ issuer }) => issuer },
          { title: 'Account', cell: ({ subject }) => subject },
          { title: 'Since, New York', cell: ({ createdDate }) => <When at={instantOf(createdDate)} /> },
        ]}
        actions={(one) =>
          mayRemove ? (
            <ConfirmedActions
              name={one.issuer}
              actions={[
                {
                  ...{ words: 'Remove', isDanger: true, does: () => remove(one) },
                  says: 'Sessions that began with it end. A later sign-in with it is its first again.',
                },
              ]}
            />
          ) : null
        }
      />
    )
  );
}
