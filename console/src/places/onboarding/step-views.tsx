/** What each step shows, and lets the reader do. */
import { type Desk, pathOf, setQuery } from '../../data/index.ts';
import { Empty, type Node, RecordLink, Section } from '../../parts/index.ts';
import {
  AccountForm,
  Accreditation,
  BankAccount,
  InvestmentActions,
  InvestmentForm,
  LinkedCard,
  LinkedDocuments,
  LinkList,
  PaymentList,
  PersonChecks,
  PersonForm,
  RemindButton,
  SignatureList,
} from '../../views/index.ts';
import type { Progress } from './progress.ts';
import { SigningPages } from './signing-pages.tsx';
import type { StepName } from './steps.ts';
import { WireInstructions } from './wire-instructions.tsx';

export interface StepProps {
  readonly desk: Desk;
  readonly progress: Progress;
  readonly again: () => void;
}

const mayChange = ({ session }: Desk, ...methods: readonly string[]): boolean =>
  session.may(...methods) && !session.capabilities.operator;

function PersonStep({ desk, progress: { person }, again }: StepProps): Node {
  const { partyId, isCompany } = person;
  const documents = isCompany ? 'getEntityDocument' : 'getPartyDocument';
  const upload = isCompany ? 'uploadEntityDocument' : 'uploadPartyDocument';
  return (
    <>
      {mayChange(desk, isCompany ? 'updateEntity' : 'updateParty') ? (
        <PersonForm desk={desk} isCompany={isCompany} person={person} done={again} />
      ) : (
        <RecordLink place="people" id={partyId} />
      )}
      <LinkedDocuments desk={desk} method={documents} upload={upload} fields={{ partyId }} />
    </>
  );
}

function AccountStep({ desk, progress, again }: StepProps): Node {
  const { person, account, accounts } = progress;
  const done = (accountId: string) => {
    setQuery({ account: accountId });
    again();
  };
  return (
    <>
      {accounts.length > 1 ? (
        <Choices
          label="Account"
          chosen={account?.accountId}
          choices={accounts.map(({ accountId, name }) => [accountId, `${name} (${accountId})`])}
          set={(accountId) => setQuery({ account: accountId, investment: '' })}
        />
      ) : null}
      {account === undefined ? null : (
        <p>
          <RecordLink place="accounts" id={account.accountId}>
            {account.name} ({account.accountId})
          </RecordLink>
        </p>
      )}
      <LinkList desk={desk} partyId={person.partyId} changed={again} />
      {account === undefined && mayChange(desk, 'createAccount', 'createLink') ? (
        <Section title="A new account">
          <AccountForm desk={desk} owner={person.partyId} done={done} />
        </Section>
      ) : null}
    </>
  );
}

function MoneyStep({ desk, progress: { account }, again }: StepProps): Node | null {
  if (account === undefined) return null;
  const { accountId, name } = account;
  return (
    <>
      <BankAccount desk={desk} holder={{ types: 'Account', accountId }} name={name} done={again} />
      <LinkedCard desk={desk} accountId={accountId} name={name} done={again} />
    </>
  );
}

const CheckStep = ({ desk, progress: { person }, again }: StepProps): Node => (
  <PersonChecks desk={desk} person={person} again={again} />
);

function AccreditationStep({ desk, progress: { account }, again }: StepProps): Node | null {
  if (account === undefined) return null;
  const { accountId } = account;
  return (
    <>
      <Accreditation desk={desk} account={account} again={again} />
      <LinkedDocuments
        desk={desk}
        method="getAiDocument"
        upload="uploadVerificationDocument"
        isPlainTitle
        fields={{ accountId }}
      />
      <LinkedDocuments desk={desk} method="getAiLetter" title="Letters of the reviewer" fields={{ accountId }} />
    </>
  );
}

function InvestmentStep({ desk, progress, again }: StepProps): Node | null {
  const { account, investment, investments } = progress;
  if (account === undefined) return null;
  const done = (tradeId: string) => {
    setQuery({ investment: tradeId });
    again();
  };
  return (
    <>
      {investments.length > 1 ? (
        <Choices
          label="Investment"
          chosen={investment?.tradeId}
          choices={investments.map(({ tradeId, issueName }) => [tradeId, `${tradeId}, ${issueName}`])}
          set={(tradeId) => setQuery({ investment: tradeId })}
        />
      ) : null}
      {investment === undefined ? null : (
        <p>
          <RecordLink place="investments" id={investment.tradeId}>
            Investment {investment.tradeId} in {investment.issueName}
          </RecordLink>
        </p>
      )}
      {mayChange(desk, 'createTrade', 'getAllOffers') ? (
        <Section title={investment === undefined ? 'Invest' : 'Another investment'}>
          <InvestmentForm desk={desk} accountId={account.accountId} done={done} />
        </Section>
      ) : null}
    </>
  );
}

function SignatureStep({ desk, progress, again }: StepProps): Node | null {
  const { investment, signatures, person } = progress;
  if (investment === undefined) return null;
  const waiting = signatures.find(({ status }) => status === 'CREATED');
  return (
    <>
      <div class="buttons">
        <InvestmentActions desk={desk} investment={investment} again={again} only={['sendSubscriptionDocument']} />
        {waiting === undefined ? null : (
          <RemindButton desk={desk} kind="signature" record={waiting.signatureId} name={person.name} done={again} />
        )}
      </div>
      <SigningPages desk={desk} investment={investment} again={again} />
      <SignatureList desk={desk} tradeId={investment.tradeId} />
    </>
  );
}

function PaymentStep({ desk, progress, again }: StepProps): Node | null {
  const { investment, person, bank, card } = progress;
  if (investment === undefined) return null;
  const { pays, state, tradeId } = investment;
  const lacks =
    pays === 'ACH' && bank === undefined
      ? 'a bank account'
      : pays === 'CREDITCARD' && card === undefined
        ? 'a card'
        : '';
  return (
    <>
      {state === 'CREATED' && lacks !== '' ? (
        <p class="hint">
          It is paid by {pays === 'ACH' ? 'debit' : 'card'}, and the account has not {lacks} yet: see the step Bank or
          card.
        </p>
      ) : null}
      <div class="buttons">
        <InvestmentActions
          desk={desk}
          investment={investment}
          again={again}
          only={['externalFundMove', 'ccFundMove', 'updateTradeStatus']}
        />
        {state === 'CREATED' ? (
          <RemindButton desk={desk} kind="payment" record={tradeId} name={person.name} done={again} />
        ) : null}
      </div>
      {pays === 'WIRE' || pays === 'CHECK' ? <WireInstructions desk={desk} investment={investment} /> : null}
      <PaymentList desk={desk} of={{ tradeId }} />
      {state === 'FUNDED' ? (
        <Empty>
          The money is there. The units are the investor’s when the offering closes.{' '}
          <a href={pathOf('offerings', investment.offeringId)}>Open the offering</a>
        </Empty>
      ) : null}
    </>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly choices: readonly (readonly [string, string])[];
  readonly set: (id: string) => void;
}

function Choices({ label, chosen, choices, set }: ChoicesProps): Node {
  return (
    <label class="choices">
      {label}
      <select value={chosen} onChange={(event: Event) => set((event.target as HTMLSelectElement).value)}>
        {choices.map(([id, words]) => (
          <option key={id} value={id} selected={id === chosen}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export const STEP_VIEWS: Readonly<Record<StepName, (props: StepProps) => Node | null>> = {
  ...{ person: PersonStep, account: AccountStep, money: MoneyStep, check: CheckStep },
  ...{ accreditation: AccreditationStep, investment: InvestmentStep, signature: SignatureStep, payment: PaymentStep },
};
