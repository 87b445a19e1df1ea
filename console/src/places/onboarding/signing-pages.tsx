import { useState } from 'preact/hooks';
import type { Desk, Fields } from '../../data/index.ts';
import { attempt, type Node } from '../../parts/index.ts';
import { HostedPageLink, type Investment } from '../../views/index.ts';

interface Props {
  readonly desk: Desk;
  readonly investment: Investment;
  readonly again: () => void;
}

interface Page {
  readonly templateName: string;
  readonly signingUrl: string;
}

/** Sends the documents where that was not done yet, and shows the address at which each is signed. */
export function SigningPages({ desk, investment, again }: Props): Node | null {
  const { session } = desk;
  const [pages, setPages] = useState<readonly Page[]>([]);
  const { offeringId, accountId, tradeId, state, fields } = investment;
  const isOpen = (state === 'CREATED' || state === 'FUNDED') && fields.esignStatus !== 'SIGNED';
  if (!isOpen || session.capabilities.operator || !session.may('sendSubscriptionDocumentClient')) return null;
  const make = async () => {
    const send = async () => {
      const ids: Fields = { offeringId, accountId, tradeId };
      setPages((await session.api.call('sendSubscriptionDocumentClient', ids)).document_details as Page[]);
    };
    await attempt(desk, send, 'The pages are ready: send their addresses to the investor.');
    again();
  };
  return (
    <>
      <button type="button" onClick={make}>
        Make pages to sign
      </button>
      {pages.map(({ templateName, signingUrl }) => (
        <HostedPageLink key={signingUrl} words={`Address at which ${templateName} is signed`} address={signingUrl} />
      ))}
    </>
  );
}
