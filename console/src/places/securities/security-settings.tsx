import type { Desk, Fields, Security } from '../../data/index.ts';
import { useTopic } from '../../data/index.ts';
import { attempt, MarketBadge, marketOf, type Node, Panel, Rows, useLoaded } from '../../parts/index.ts';
import { AuctionsOfSecurity } from './auctions.tsx';
import { HoursOfSecurity } from './hours.tsx';
import { ReferenceData } from './reference-data.tsx';

interface Props {
  readonly desk: Desk;
  readonly own: readonly Security[];
  readonly security: Security;
  readonly choose: (securityId: string) => void;
}

/** The securities with their markets, and the settings of the one that is chosen. */
export function SecuritySettings({ desk, own, security, choose }: Props): Node {
  const { session, securities, market } = desk;
  useTopic(market.stated);
  const { securityId, name, orderApproval } = security;
  const setApproval = async (isAsked: boolean) => {
    const fields = { securityId, orderApproval: isAsked ? 'Yes' : 'No' };
    const done = isAsked ? 'Each order waits for approval.' : 'Orders enter without approval.';
    const undo = () => setApproval(!isAsked);
    await attempt(desk, () => session.api.call('updateSecuritySettings', fields), done, undo);
    await securities.read();
  };
  return (
    <Panel title="Securities" name="own-securities" wide>
      <Rows
        label="Securities"
        rows={own.slice(0, 200)}
        keyOf={(one) => one.securityId}
        isChosen={(one) => one.securityId === securityId}
        columns={[
          {
            title: 'Security',
            cell: (one) => (
              <button
                type="button"
                class="plain name"
                aria-pressed={one.securityId === securityId}
                onClick={() => choose(one.securityId)}
              >
                {one.title}
                <small>{one.securityId}</small>
              </button>
            ),
          },
          { title: 'Market', cell: (one) => <MarketBadge state={marketOf(desk, one.securityId)} /> },
          { title: 'Status', cell: ({ isTrading }) => (isTrading ? 'trades' : 'awaits approval') },
          { title: 'Orders are approved', cell: (one) => (one.orderApproval ? 'yes' : 'no') },
        ]}
      />
      {session.may('updateSecuritySettings') && security.isOwn ? (
        <p>
          <button type="button" onClick={() => setApproval(!orderApproval)}>
            {orderApproval ? `Let orders in ${name} enter by themselves` : `Approve each order in ${name}`}
          </button>
        </p>
      ) : null}
      {session.may('getSecurityMarketHours') ? (
        <HoursOfSecurity key={`hours ${securityId}`} desk={desk} security={security} />
      ) : null}
      {session.may('getAuctionPlan') ? (
        <AuctionsOfSecurity key={`auctions ${securityId}`} desk={desk} security={security} />
      ) : null}
      {session.may('getTransferRules') ? <Rules key={securityId} desk={desk} securityId={securityId} /> : null}
      {session.may('getSecurityReference') ? (
        <ReferenceData key={`reference ${securityId}`} desk={desk} security={security} />
      ) : null}
    </Panel>
  );
}

const RULES: readonly (readonly [string, string])[] = [
  ['holdingDays', 'Holding period, days'],
  ['holdersMax', 'Holders at most'],
  ['holders', 'Holders now'],
  ['firstRefusalHours', 'First refusal, hours'],
  ['version', 'Version of the rules'],
];

function Rules({ desk, securityId }: { readonly desk: Desk; readonly securityId: string }): Node | null {
  const { value } = useLoaded(
    async () => (await desk.session.api.call('getTransferRules', { securityId })).transferRules as Fields,
    [],
  );
  if (value === undefined) return null;
  return (
    <>
      <h3 class="within">Transfer rules</h3>
      <dl class="figures">
        {RULES.map(([field, words]) => (
          <div key={field}>
            <dt>{words}</dt>
            <dd>{String(value[field] ?? 'none')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
