/** The auctions of a security: its plan, the call or the next one, and past auctions (Q7, Q13). */
import { useState } from 'preact/hooks';
import type { Answer } from '../../client/index.ts';
import {
  bothTimes,
  type Desk,
  type Fields,
  instantOf,
  priceText,
  quantityText,
  type Security,
  useTopic,
  venueDateTime,
  venueTime,
} from '../../data/index.ts';
import { Empty, FormButton, type FormField, type Node, Rows, type RowsColumn, useLoaded } from '../../parts/index.ts';
import { type AuctionPlan, auctionKindWords, hasAuctions, type PlanVersion } from '../../views/index.ts';
import { PlannedAuctions, sentOf, typedIn, typedOf } from './planned-auctions.tsx';

type Ended = Answer<'getAuctions'>['auctions'][number];
type Shown = Answer<'getAuction'>['auction'];

interface Props {
  readonly desk: Desk;
  readonly security: Security;
}

/** Past auctions at first, and each time that the reader asks for more. */
const PAGE = 10;
const EVERY_MS = 30_000;

export function AuctionsOfSecurity({ desk, security }: Props): Node | null {
  const { session, market } = desk;
  const { securityId } = security;
  useTopic(market.stated);
  const state = market.markets.get(securityId)?.market;
  const { value, again } = useLoaded(() => readPlan(desk, securityId), [securityId], EVERY_MS);
  if (value === undefined) return null;
  const { plan, version } = value;
  const may = session.may('setAuctionPlan') && (security.isOwn || session.capabilities.operator);
  return (
    <>
      <h3 class="within">Auctions</h3>
      <PlanOf plan={plan} />
      {version > 0 && session.may('getAuction', 'getAuctions') ? (
        <>
          <CallOf key={`${state} ${version}`} desk={desk} securityId={securityId} />
          <Past key={`past ${state}`} desk={desk} securityId={securityId} />
        </>
      ) : null}
      {may ? (
        <p>
          <SetPlan key={version} desk={desk} security={security} known={value} again={again} />
        </p>
      ) : null}
    </>
  );
}

async function readPlan({ session }: Desk, securityId: string): Promise<PlanVersion> {
  return (await session.api.call('getAuctionPlan', { securityId })).auctionPlan as PlanVersion;
}

function PlanOf({ plan }: { readonly plan: AuctionPlan }): Node {
  const { auctions, afterHalt, continuous, collar } = plan;
  if (!hasAuctions(plan) && continuous === 'Yes') {
    return <p class="hint">No auctions: the security trades continuously, and opens without a call.</p>;
  }
  return (
    <dl class="figures">
      {auctions.map((one, index) => (
        <div key={index}>
          <dt>Auction {index + 1}</dt>
          <dd>{plannedWords(one)}</dd>
        </div>
      ))}
      {afterHalt === undefined ? null : (
        <div>
          <dt>After a halt</dt>
          <dd>{callWords(afterHalt)}</dd>
        </div>
      )}
      <div>
        <dt>Between auctions</dt>
        <dd>{continuous === 'Yes' ? 'trades continuously' : 'closed'}</dd>
      </div>
      <div>
        <dt>Collar, % of the reference price</dt>
        <dd>{collar ?? 'none'}</dd>
      </div>
    </dl>
  );
}

/** At 12:00 New York, Monday, on the 1, 15, call of 300 seconds. */
function plannedWords({ at, weekdays, datesOfMonth, ...call }: AuctionPlan['auctions'][number]): string {
  const when = at === 'Open' ? 'at the open' : at === 'Close' ? 'at the close' : `at ${at} New York`;
  const parts = [
    when,
    ...(weekdays === undefined ? [] : [weekdays.map((day) => day.slice(0, 3)).join(' ')]),
    ...(datesOfMonth === undefined ? [] : [`dates ${datesOfMonth.join(' ')}`]),
  ];
  return `${parts.join(', ')}: ${callWords(call)}`;
}

type CallTerms = NonNullable<AuctionPlan['afterHalt']>;

function callWords({ callSeconds, noCancelSeconds, randomEndSeconds }: CallTerms): string {
  const binding = noCancelSeconds > 0 ? `, the last ${noCancelSeconds} s binding` : '';
  const random = randomEndSeconds > 0 ? `, random end up to ${randomEndSeconds} s later` : '';
  return `call of ${callSeconds} s${binding}${random}`;
}

/** Read again at each change of the state of its market. */
function CallOf({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node | null {
  const read = async () => (await desk.session.api.call('getAuction', { securityId })).auction as Shown;
  const { value } = useLoaded(read, [securityId], EVERY_MS);
  if (value === undefined) return null;
  const { call, next } = value;
  if (call !== null) {
    return (
      <p>
        Call of auction {call.auctionId}, {auctionKindWords(call.kind)}: since <Moment at={call.calledAt} /> New York,
        until {venueTime(instantOf(call.endsAt))} at the earliest.
      </p>
    );
  }
  if (next === null) return null;
  return (
    <p>
      Next call, {auctionKindWords(next.kind)}: <Moment at={next.begins} /> to {venueTime(instantOf(next.ends))} New
      York.
    </p>
  );
}

function Moment({ at }: { readonly at: string }): Node {
  const instant = instantOf(at);
  return <time title={bothTimes(instant)}>{venueDateTime(instant)}</time>;
}

const PAST: readonly RowsColumn<Ended>[] = [
  { title: 'Auction', cell: ({ auctionId, kind }) => `${auctionId}, ${auctionKindWords(kind)}` },
  { title: 'Over at, New York', cell: ({ endedAt }) => <Moment at={endedAt} /> },
  {
    ...{ title: 'Price', isNumber: true },
    cell: (one) => (one.price === null ? noPriceWords(one) : priceText(one.price)),
  },
  { title: 'Volume', isNumber: true, cell: ({ volume }) => quantityText(volume) },
  { title: 'Left over', cell: surplusWords },
];

/** Newest first. */
function Past({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node | null {
  const [limit, setLimit] = useState(PAGE);
  const read = () => desk.session.api.call('getAuctions', { securityId, limit });
  const { value } = useLoaded(read, [securityId, limit], EVERY_MS);
  if (value === undefined) return null;
  const auctions = value.auctions as readonly Ended[];
  if (auctions.length === 0) return <Empty>No auction is over yet. Results appear here after each call.</Empty>;
  return (
    <>
      <Rows label="Past auctions" rows={auctions} keyOf={({ auctionId }) => auctionId} columns={PAST} />
      {value.more === 'Yes' ? (
        <p>
          <button type="button" onClick={() => setLimit(limit + PAGE)}>
            Show earlier auctions
          </button>
        </p>
      ) : null}
    </>
  );
}

const noPriceWords = ({ uncrossed }: Ended): string => (uncrossed === 'Yes' ? 'none' : 'ended without an auction');

function surplusWords({ surplus, surplusSide }: Ended): string {
  if (surplusSide === null) return 'none';
  return `${quantityText(surplus)} to ${surplusSide === 'Buy' ? 'buy' : 'sell'}`;
}

const AFTER_HALT = ['callSeconds', 'noCancelSeconds', 'randomEndSeconds'] as const;

/** A fault that the venue finds in the plan is shown below its auctions. */
const FIELDS: readonly FormField[] = [
  { name: 'plan', label: 'Auctions', draw: (props) => <PlannedAuctions {...props} /> },
  {
    name: 'halt-callSeconds',
    label: 'Call after a halt, seconds',
    kind: 'number',
    hint: 'Empty: no call after a halt.',
  },
  { name: 'halt-noCancelSeconds', label: 'Binding at the end of that call, seconds', kind: 'number' },
  { name: 'halt-randomEndSeconds', label: 'Random end of that call, seconds at most', kind: 'number' },
  {
    ...{ name: 'continuous', label: 'Between auctions', kind: 'choice' },
    choices: [
      ['Yes', 'The security trades continuously'],
      ['No', 'The market is closed'],
    ],
  },
  {
    ...{ name: 'collar', label: 'Collar, % of the reference price', kind: 'number' },
    hint: 'An auction further from it is extended once, then the market is halted. Empty: no collar.',
  },
];

function startOf({ auctions, afterHalt, continuous, collar }: AuctionPlan): Readonly<Record<string, string>> {
  const halt = AFTER_HALT.map((name) => [`halt-${name}`, String(afterHalt?.[name] ?? '')]);
  return {
    plan: JSON.stringify(auctions.map(typedOf)),
    ...Object.fromEntries(halt),
    continuous,
    collar: collar ?? '',
  };
}

/** As setAuctionPlan takes it. */
function planOf({ plan, continuous, collar, ...rest }: Fields): Fields {
  const halt = AFTER_HALT.flatMap((name) => {
    const text = rest[`halt-${name}`];
    return text === undefined ? [] : [[name, text]];
  });
  return {
    auctions: typedIn(String(plan ?? '')).map(sentOf),
    ...(halt.length === 0 ? {} : { afterHalt: Object.fromEntries(halt) }),
    continuous,
    ...(collar === undefined ? {} : { collar }),
  };
}

interface SetProps extends Props {
  readonly known: PlanVersion;
  readonly again: () => void;
}

/** Replaces the whole plan of the version that it shows. */
function SetPlan({ desk, security, known, again }: SetProps): Node {
  const { securityId, name } = security;
  const { version, plan } = known;
  const send = async (fields: Fields) => {
    const sent = { securityId, plan: planOf(fields), expectedVersion: version };
    const answer = await desk.session.api.call('setAuctionPlan', sent);
    const done = `The auctions of ${name} are set. A call that is on keeps its terms.`;
    desk.say('done', answer.pendingAction === undefined ? done : 'They wait for a second operator.');
    again();
  };
  return (
    <FormButton
      desk={desk}
      words="Change auctions"
      title={`Auctions of ${name}`}
      name={`auctions-${securityId}-${version}`}
      fields={FIELDS}
      start={startOf(plan)}
      yes="Set"
      send={send}
    />
  );
}
