import { useState } from 'preact/hooks';
import { type Desk, instantOf, quantityText, useTopic } from '../../data/index.ts';
import { type Node, Panel, type Step, Timeline, useLoaded } from '../../parts/index.ts';

interface Change {
  readonly changedDate: string;
  readonly by: 'issuer' | 'operator';
  readonly userId: string | null;
  readonly holders: number;
  readonly shares: string;
  readonly clientId: string | null;
  readonly accountId: string | null;
  readonly reason: string | null;
}

interface Props {
  readonly desk: Desk;
  readonly securityId: string;
  /** Reports that the reader made: each reads the list again. */
  readonly reports: number;
}

const FIRST = 5;
const MORE = 100;

/** The newest reports of the register, with who and why (F11); all of the last hundred on request. */
export function Changes({ desk, securityId, reports }: Props): Node | null {
  const { session, names } = desk;
  const [limit, setLimit] = useState(FIRST);
  useTopic(names.changed);
  const { value } = useLoaded(async () => {
    if (!session.may('getHolderChanges')) return undefined;
    const { changes, nextCursor } = await session.api.call('getHolderChanges', { securityId, limit });
    return { changes: changes as Change[], isMore: nextCursor !== null };
  }, [securityId, limit, reports]);
  if (value === undefined || value.changes.length === 0) return null;
  const more =
    value.isMore && limit === FIRST ? (
      <button type="button" onClick={() => setLimit(MORE)}>
        Earlier changes
      </button>
    ) : null;
  return (
    <Panel title="Changes of the register" name="changes" aside={more} wide>
      <Timeline steps={value.changes.map((change) => stepOf(names, change))} />
    </Panel>
  );
}

function stepOf(names: Desk['names'], { changedDate, by, userId, holders, shares, reason, ...of }: Change): Step {
  const whose = of.accountId ?? of.clientId;
  const title =
    whose === null
      ? `${quantityText(holders)} holders reported, ${quantityText(Number(shares))} shares`
      : `${names.titleOf(whose)} holds ${quantityText(Number(shares))} shares`;
  const user = userId === null ? '' : `, user ${names.titleOf(userId)}`;
  const who = `${by === 'issuer' ? 'By the issuer' : 'By the operator'}${user}`;
  return { at: instantOf(changedDate), title, text: `${who}${reason === null ? '' : `: ${reason}`}` };
}
