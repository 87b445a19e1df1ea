import { useState } from 'preact/hooks';
import type { Desk, Fields, Security } from '../../data/index.ts';
import { priceText, useEachSecond, useTopic } from '../../data/index.ts';
import {
  attempt,
  Confirm,
  Dialog,
  Empty,
  Form,
  type FormField,
  MarketBadge,
  marketOf,
  NextChange,
  type Node,
  Panel,
  Rows,
} from '../../parts/index.ts';
import { countOpenOrders } from '../../views/index.ts';

const ROWS_MAX = 200;
const REASON_MAX = 200;

/** Halts and resumes, each with a reason that all clients see. */
export function Markets({ desk }: { readonly desk: Desk }): Node {
  const { securities, market, session } = desk;
  useTopic(securities.changed, market.stated);
  useEachSecond();
  const [asked, ask] = useState<Security | undefined>(undefined);
  const [priced, price] = useState<Security | undefined>(undefined);
  const isHalted = asked !== undefined && marketOf(desk, asked.securityId).market === 'halted';
  const act = async (security: Security, isResumed: boolean, reason: string) => {
    const { securityId, name } = security;
    const method = isResumed ? 'resumeSecurity' : 'haltSecurity';
    const done = `${name} is ${isResumed ? 'no longer halted' : 'halted'}.`;
    const undo = () => act(security, !isResumed, `Undone: ${reason}`.slice(0, REASON_MAX));
    await attempt(desk, () => session.api.call(method, { securityId, reason }), done, undo);
    await securities.read();
  };
  return (
    <Panel title="Markets" name="markets">
      {securities.all.length === 0 ? (
        <Empty>No securities.</Empty>
      ) : (
        <Rows
          label="Markets"
          rows={securities.all.slice(0, ROWS_MAX)}
          keyOf={({ securityId }) => securityId}
          columns={[
            {
              title: 'Security',
              cell: ({ title, securityId }) => (
                <>
                  {title}
                  <small>{securityId}</small>
                </>
              ),
            },
            {
              title: 'Market',
              cell: ({ securityId }) => {
                const state = marketOf(desk, securityId);
                return (
                  <>
                    <MarketBadge state={state} />
                    {state.reason ? <small class="below">{state.reason}</small> : null}
                  </>
                );
              },
            },
            { title: 'Next', cell: ({ securityId }) => <NextChange state={marketOf(desk, securityId)} /> },
          ]}
          actions={(one) => {
            const words = marketOf(desk, one.securityId).market === 'halted' ? 'Resume' : 'Halt';
            return (
              <>
                <button type="button" aria-label={`${words} ${one.name} (${one.securityId})`} onClick={() => ask(one)}>
                  {words}
                </button>
                {session.may('setReferencePrice') ? (
                  <button
                    type="button"
                    aria-label={`Reference price of ${one.name} (${one.securityId})`}
                    onClick={() => price(one)}
                  >
                    Price
                  </button>
                ) : null}
              </>
            );
          }}
        />
      )}
      {priced === undefined ? null : <ReferencePrice desk={desk} security={priced} close={() => price(undefined)} />}
      {asked === undefined ? null : (
        <Confirm
          title={`${isHalted ? 'Resume' : 'Halt'} ${asked.name}`}
          reason="Reason, shown to all"
          text={isHalted ? 'Resting orders are matched at once, oldest first.' : 'Orders rest until it is resumed.'}
          yes={isHalted ? 'Resume' : 'Halt'}
          isDanger={!isHalted}
          counts={isHalted ? undefined : () => countOpenOrders(desk, { securityId: asked.securityId })}
          close={() => ask(undefined)}
          does={(reason: string) => act(asked, isHalted, reason)}
        />
      )}
    </Panel>
  );
}

const PRICE: readonly FormField[] = [
  {
    ...{ name: 'price', label: 'Reference price, $', kind: 'money' },
    hint: 'Price bands are measured from it until another one is set. Empty: from the last trade again.',
  },
];

interface PriceProps {
  readonly desk: Desk;
  readonly security: Security;
  readonly close: () => void;
}

/** The price that the bands of orders are measured from (V51). */
function ReferencePrice({ desk, security: { securityId, name }, close }: PriceProps): Node {
  const send = async (values: Fields) => {
    const answer = await desk.session.api.call('setReferencePrice', { securityid: securityId, ...values });
    const now = answer.referencePrice;
    const words = now === undefined ? `${name} has no reference price.` : `${name}: $${priceText(String(now))}.`;
    desk.say('done', answer.securityId === undefined ? 'It waits for a second operator.' : words);
  };
  return (
    <Dialog title={`Reference price of ${name}`} close={close}>
      <Form desk={desk} name={`reference-price-${securityId}`} fields={PRICE} yes="Set" send={send} close={close} />
    </Dialog>
  );
}
