/** The changes of the statuses of records (C93), as a timeline. */
import { type Desk, type Fields, instantOf } from '../data/index.ts';
import { type Node, placeholder, Section, type Step, Timeline, useLoaded } from '../parts/index.ts';
import { CheckState } from './investors.tsx';

const NAMES: Readonly<Record<string, string>> = {
  kycStatus: 'Identity (KYC)',
  amlStatus: 'Watch list (AML)',
  accreditedStatus: 'Accreditation',
  approvalStatus: 'Approval',
  suitabilityScore: 'Suitability',
  custAccStatus: 'Request',
  accountStatus: 'Custody account',
  status: 'State',
};

const spaced = (status: unknown): string => String(status ?? '').replaceAll('_', ' ');

export function historySteps(changes: readonly Fields[]): readonly Step[] {
  return changes.map(({ status, before, after, changedDate }) => ({
    at: instantOf(String(changedDate)),
    title: NAMES[String(status)] ?? String(status),
    text: (
      <>
        <CheckState status={spaced(after)} none="Cleared" />
        {before === null || before === '' ? (
          ''
        ) : (
          <>
            {' '}
            <small>was {spaced(before)}</small>
          </>
        )}
      </>
    ),
  }));
}

/** Of a person, a company or an account. */
export function StatusHistory({ desk, investorId }: { readonly desk: Desk; readonly investorId: string }): Node | null {
  const may = desk.session.may('getStatusHistory');
  const read = async () =>
    historySteps((await desk.session.api.call('getStatusHistory', { investorId })).history as Fields[]);
  const loaded = useLoaded(() => (may ? read() : Promise.resolve([])), [investorId], 30_000);
  if (!may) return null;
  return (
    <Section title="History">
      {placeholder(loaded, 'No status has changed yet.') ?? <Timeline steps={loaded.value ?? []} />}
    </Section>
  );
}
