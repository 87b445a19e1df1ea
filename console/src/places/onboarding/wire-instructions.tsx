import { type Desk, dollarText, type Fields, isRefusal } from '../../data/index.ts';
import { Empty, Facts, type Node, Section, useLoaded } from '../../parts/index.ts';
import type { Investment } from '../../views/index.ts';

const WIRE: readonly (readonly [field: string, words: string])[] = [
  ['receivingbank', 'Receiving bank'],
  ['routingnumber', 'Routing number'],
  ['accountnumber', 'Account number'],
  ['swiftcode', 'SWIFT code'],
  ['beneficiary', 'Beneficiary'],
  ['reference', 'Reference'],
];

/** Where the investor sends the money. */
export function WireInstructions({ desk, investment }: { readonly desk: Desk; readonly investment: Investment }): Node {
  const { offeringId, amount, fields } = investment;
  const may = desk.session.may('getCustodianDetailsforOffering');
  const loaded = useLoaded(async () => {
    if (!may) return {};
    try {
      return (await desk.session.api.call('getCustodianDetailsforOffering', { offeringId })).custodianDetails as Fields;
    } catch (error) {
      if (isRefusal(error)) return {};
      throw error;
    }
  }, [offeringId]);
  const wire = (loaded.value?.wire ?? {}) as Fields;
  const isSet = WIRE.some(([field]) => Boolean(wire[field]));
  return (
    <Section title="Where the money goes">
      {isSet ? (
        <Facts
          facts={[
            ['Amount', dollarText(String(fields.dueAmount ?? amount))],
            ['Institution', String(loaded.value?.name ?? '')],
            ...WIRE.map(([field, words]) => [words, String(wire[field] ?? '')] as const),
          ]}
        />
      ) : (
        <Empty>{loaded.failure ?? 'No wire instructions yet. The operator sets the escrow of the offering.'}</Empty>
      )}
    </Section>
  );
}
