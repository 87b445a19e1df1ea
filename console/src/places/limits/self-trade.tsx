/** What happens to two orders of one owner that would trade with each other (M15, V46). */
import type { Desk, Fields } from '../../data/index.ts';
import { FormButton, type FormField, type Node } from '../../parts/index.ts';
import { findAccount } from '../../views/index.ts';

const MODES: readonly (readonly [string, string])[] = [
  ['None', 'they trade'],
  ['Cancel Newest', 'the newer one is cancelled'],
  ['Cancel Oldest', 'the older one is cancelled'],
  ['Cancel Both', 'both are cancelled'],
];

export function SelfTrade({ desk }: { readonly desk: Desk }): Node {
  const fields: readonly FormField[] = [
    {
      ...{ name: 'selfTradePrevention', label: 'Two own orders that would trade', kind: 'choice', choices: MODES },
      hint: 'For later orders that name no mode themselves.',
    },
    { name: 'accountid', label: 'Account (empty: all of the client)', kind: 'record', find: findAccount(desk) },
  ];
  const send = async (values: Fields) => {
    const answer = await desk.session.api.call('updateSelfTradePrevention', values);
    const [, words = ''] = MODES.find(([mode]) => mode === answer.selfTradePrevention) ?? [];
    desk.say('done', `Own orders that would trade with each other: ${words}.`);
  };
  return (
    <FormButton
      desk={desk}
      words="Self-trade prevention"
      name="self-trade"
      fields={fields}
      start={{ selfTradePrevention: 'Cancel Newest' }}
      yes="Set"
      send={send}
    />
  );
}
