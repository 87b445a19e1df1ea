/** The card of an account, which its investor enters on a page of the venue. */
import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, instantOf, isNoRecord } from '../data/index.ts';
import { attempt, ConfirmedActions, Empty, Facts, type Node, Section, useLoaded, When } from '../parts/index.ts';
import { HostedPageLink } from './hosted-page-link.tsx';

/** undefined: none is linked. */
export async function readCard({ session }: Desk, accountId: string): Promise<Fields | undefined> {
  try {
    return (await session.api.call('getLinkedCreditCard', { accountId })).creditcardDetails as Fields;
  } catch (error) {
    if (isNoRecord(error)) return undefined;
    throw error;
  }
}

interface Props {
  readonly desk: Desk;
  readonly accountId: string;
  readonly name: string;
  readonly done?: (() => void) | undefined;
}

export function LinkedCard({ desk, accountId, name, done }: Props): Node | null {
  const { session } = desk;
  const may = session.may('getLinkedCreditCard');
  const loaded = useLoaded(
    async () => ({ card: may ? await readCard(desk, accountId) : undefined }),
    [accountId],
    30_000,
  );
  const [link, setLink] = useState('');
  if (!may) return null;
  const again = () => {
    loaded.again();
    done?.();
  };
  const card = loaded.value?.card;
  const method: MethodName = card === undefined ? 'linkCreditCard' : 'updateLinkedCreditCard';
  const make = () =>
    attempt(
      desk,
      async () => setLink(String((await session.api.call(method, { accountId })).accountDetails)),
      'The page is ready: send its address to the investor.',
    );
  const remove = async () => {
    await attempt(desk, () => session.api.call('deleteCreditCard', { accountId }), `The card of ${name} is deleted.`);
    again();
  };
  const removal = {
    ...{ words: 'Delete the card', isDanger: true, does: remove },
    says: 'It pays no more. A payment with it that is under way must end before.',
  };
  const isOwn = loaded.value !== undefined && !session.capabilities.operator;
  const aside = isOwn ? (
    <div class="buttons">
      {session.may(method) ? (
        <button type="button" onClick={make}>
          Make a page for the card
        </button>
      ) : null}
      {card !== undefined && session.may('deleteCreditCard') ? (
        <ConfirmedActions name={name} actions={[removal]} />
      ) : null}
    </div>
  ) : null;
  const text = (field: string) => String(card?.[field] ?? '');
  return (
    <Section title="Card" aside={aside}>
      {link === '' ? null : <HostedPageLink words="Address of the page for the card" address={link} />}
      {loaded.value === undefined ? (
        <Empty>{loaded.failure ?? 'Reading …'}</Empty>
      ) : card === undefined ? (
        <Empty>No card. Send the investor the address of a page to enter it: nobody else sees its number.</Empty>
      ) : (
        <Facts
          facts={[
            ['Holder', text('creditCardName')],
            ['Card', [text('cardType'), text('creditCardNumber')].filter(Boolean).join(' ')],
            ['Expires', text('expirationDate').replace(/^(\d\d)(\d\d)$/, '$1/$2')],
            ['Since', <When at={instantOf(text('updatedDate') || text('createdDate'))} />],
          ]}
        />
      )}
    </Section>
  );
}
