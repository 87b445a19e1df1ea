import { type Desk, type Fields, instantOf } from '../../data/index.ts';
import { attempt, ConfirmedActions, type Node, useLoaded, When } from '../../parts/index.ts';
import type { Account } from '../../views/index.ts';

interface Block {
  readonly blocked: 'Yes' | 'No';
  readonly reason: string | null;
  readonly blockedDate: string | null;
}

/** Whether the account is blocked for debits; an operator blocks it, and lifts the block. */
export function DebitBlock({ desk, account }: { readonly desk: Desk; readonly account: Account }): Node | null {
  const { session } = desk;
  const { accountId, name } = account;
  const may = session.may('getPaymentLimits');
  const loaded = useLoaded(async () => {
    if (!may) return undefined;
    return (await session.api.call('getPaymentLimits', { accountId })).achBlock as unknown as Block;
  }, [accountId]);
  const block = loaded.value;
  if (block === undefined) return null;
  const set = async (fields: Fields, done: string) => {
    await attempt(desk, () => session.api.call('updateAchBlock', { accountId, ...fields }), done);
    loaded.again();
  };
  const isBlocked = block.blocked === 'Yes';
  const action = isBlocked
    ? {
        ...{ words: 'Allow debits', says: `Debits of ${name} are made again.` },
        does: () => set({ blocked: 'No' }, `${name} can be debited, or waits for a second operator.`),
      }
    : {
        ...{ words: 'Block debits', says: `Debits of ${name} are refused from now on.`, isDanger: true },
        reason: 'Reason',
        does: (reason: string) => set({ blocked: 'Yes', reason }, `${name} is blocked for debits.`),
      };
  return (
    <>
      {isBlocked ? (
        <span class="check-state bad">
          ✕ Blocked for debits: {block.reason} <When at={instantOf(String(block.blockedDate))} />
        </span>
      ) : null}
      {session.may('updateAchBlock') ? <ConfirmedActions name={name} actions={[action]} /> : null}
    </>
  );
}
