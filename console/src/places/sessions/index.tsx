/** How the reader signs in: the own sessions, accounts at providers and passkeys. */
import type { Desk } from '../../data/index.ts';
import { Empty, type Node, Panel } from '../../parts/index.ts';
import { ProviderAccounts, SessionList } from '../../views/index.ts';
import { Passkeys } from './passkeys.tsx';

export function Place({ desk }: { readonly desk: Desk }): Node {
  const { user } = desk.session.capabilities;
  if (user === undefined) return <Empty>A key has no sign-ins.</Empty>;
  return (
    <div class="panels">
      <Panel title={`Sessions of ${user.name}`} name="sessions" wide>
        <SessionList desk={desk} userId={user.userId} mayEnd />
      </Panel>
      {desk.session.may('getProviderAccounts') ? (
        <Panel title="Accounts at providers" name="provider-accounts" wide>
          <ProviderAccounts desk={desk} userId={user.userId} mayRemove />
        </Panel>
      ) : null}
      {desk.session.may('getPasskeys', 'removePasskey') ? <Passkeys desk={desk} /> : null}
    </div>
  );
}
