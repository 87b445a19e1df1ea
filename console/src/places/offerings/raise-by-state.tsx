import { type Desk, dollarText, pathOf, quantityText } from '../../data/index.ts';
import { type Node, placeholder, Rows, Section, useLoaded } from '../../parts/index.ts';

type Sums = Readonly<Record<string, string>>;

/** As the API names them, what they are called, and the filter of the list of investments. */
const STATES = [
  ['created', 'Created', 'Created'],
  ['funded', 'Funded', 'Funded'],
  ['settled', 'Settled', 'Settled'],
  ['unwindPending', 'To be unwound', 'Unwind pending'],
  ['unwindSettled', 'Unwound', 'Unwind settled'],
  ['canceled', 'Canceled', 'Canceled'],
] as const;
/** Of an answer. */
const KEY = 'Offering purchased details';

/** Units and money of all investments by their state, added up by the venue. */
export function RaiseByState({ desk, offeringId }: { readonly desk: Desk; readonly offeringId: string }): Node | null {
  const may = desk.session.may('getOfferingDetails');
  const loaded = useLoaded(
    async () => {
      if (!may) return {};
      const answer = await desk.session.api.call('getOfferingDetails', { offeringId });
      return ((answer[KEY] as Sums[])[0] ?? {}) as Sums;
    },
    [offeringId],
    30_000,
  );
  if (!may) return null;
  const sums = loaded.value;
  const shown = STATES.filter(([name]) => Number(sums?.[`${name}Shares`] ?? 0) !== 0);
  return (
    <Section title="Raise by state">
      {placeholder({ ...loaded, value: sums && shown }, 'No investments yet.') ?? (
        <Rows
          label="Investments"
          rows={shown}
          keyOf={([name]) => name}
          columns={[
            {
              title: 'Investments',
              cell: ([, words, state]) => (
                <a href={pathOf('investments', '', new URLSearchParams({ 'f.state': state }).toString())}>{words}</a>
              ),
            },
            { title: 'Units', isNumber: true, cell: ([name]) => quantityText(String(sums?.[`${name}Shares`])) },
            { title: 'Amount', isNumber: true, cell: ([name]) => dollarText(String(sums?.[`${name}Amount`])) },
          ]}
        />
      )}
    </Section>
  );
}
