/** The accounts at providers with which a user signs in (P26), each of which can be removed. */
import { type Desk, instantOf } from '../data/index.ts';
import {
  ActionsHead,
  attempt,
  ConfirmedActions,
  type Node,
  placeholder,
  Scroll,
  useLoaded,
  When,
} from '../parts/index.ts';

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
      <Scroll label="Accounts at providers">
        <table>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">Account</th>
              <th scope="col">Since</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {loaded.value?.map((one) => (
              <tr key={one.issuer}>
                <th scope="row">{one.issuer}</th>
                <td>{one.subject}</td>
                <td>
                  <When at={instantOf(one.createdDate)} />
                </td>
                <td class="actions">
                  {mayRemove ? (
                    <ConfirmedActions
                      name={one.issuer}
                      actions={[
                        {
                          words: 'Remove',
                          isDanger: true,
                          says: 'Sessions that began with it end. A later sign-in with it is its first again.',
                          does: () => remove(one),
                        },
                      ]}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    )
  );
}
