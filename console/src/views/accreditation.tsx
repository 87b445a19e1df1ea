import { useState } from 'preact/hooks';
import { type Desk, type Fields, instantOf, isNoRecord } from '../data/index.ts';
import { attempt, Confirm, Empty, type Node, Section, type Step, Timeline, useLoaded } from '../parts/index.ts';
import type { Account } from './account.ts';
import { CheckState } from './investors.tsx';

interface Props {
  readonly desk: Desk;
  readonly account: Account;
  readonly again: () => void;
}

/** Requests that people verify that the investor is accredited, newest first. */
export function Accreditation({ desk, account, again }: Props): Node {
  const { session } = desk;
  const { accountId } = account;
  const loaded = useLoaded(() => readRequests(desk, accountId), [accountId], 30_000);
  const [isAsking, ask] = useState(false);
  const may = session.may('requestAiVerification') && !session.capabilities.operator;
  const request = async (notes: string) => {
    const fields = { accountId, aiMethod: 'Upload', notes };
    await attempt(desk, () => session.api.call('requestAiVerification', fields), 'The verification is requested.');
    loaded.again();
    again();
  };
  const aside = may ? (
    <button type="button" onClick={() => ask(true)}>
      Ask for verification …
    </button>
  ) : null;
  return (
    <>
      <Section title="Accreditation" aside={aside}>
        {loaded.value === undefined || loaded.value.length === 0 ? (
          <Empty>
            {loaded.failure ?? (loaded.value === undefined ? 'Reading …' : 'No verification was requested.')}
          </Empty>
        ) : (
          <Timeline steps={loaded.value.map(stepOf)} />
        )}
      </Section>
      {isAsking ? (
        <Confirm
          title="Ask for verification"
          yes="Ask"
          reason="Notes for the reviewer"
          text={`People verify by the uploaded documents that the investor of ${account.name} is accredited.`}
          close={() => ask(false)}
          does={request}
        />
      ) : null}
    </>
  );
}

function stepOf({ createdDate, aiRequestStatus, notes, reviewedBy }: Fields): Step {
  const about = [reviewedBy === null ? '' : `by ${reviewedBy}`, notes].filter(Boolean).join(': ');
  return {
    at: instantOf(String(createdDate)),
    title: 'Requested',
    text: (
      <>
        <CheckState status={aiRequestStatus} /> {about}
      </>
    ),
  };
}

async function readRequests({ session }: Desk, accountId: string): Promise<readonly Fields[]> {
  try {
    const { accreditedDetails } = await session.api.call('getAiRequest', { accountId });
    return ((accreditedDetails as Fields).request ?? []) as Fields[];
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error;
  }
}
