/** Documents that were sent to be signed (D15), as the places of documents and of investments have them. */
import { type Desk, type Fields, instantOf } from '../data/index.ts';
import { type Node, placeholder, RecordLink, Section, useLoaded, When } from '../parts/index.ts';

export interface Signature {
  readonly signatureId: string;
  readonly name: string;
  readonly kind: string;
  /** As the API has it: CREATED, SIGNED, ... */
  readonly status: string;
  readonly offeringId: string;
  readonly accountId: string;
  readonly partyId: string;
  /** Null for an NDA. */
  readonly tradeId: string | null;
  readonly created: number;
  /** NaN: it has not changed. */
  readonly updated: number;
  readonly clientId: string;
  /** What the key may see of the record. */
  readonly fields: Fields;
}

export function signatureOf(fields: Fields): Signature {
  const text = (name: string) => String(fields[name] ?? '');
  return {
    ...{ signatureId: text('signatureId'), name: text('templateName'), status: text('status') },
    ...{ offeringId: text('offeringId'), accountId: text('accountId'), partyId: text('partyId') },
    ...{ kind: text('kind') === 'nda' ? 'NDA' : 'Subscription', tradeId: text('tradeId') || null },
    ...{ created: instantOf(text('createdDate')), updated: instantOf(text('updatedDate')) },
    ...{ clientId: text('clientId'), fields },
  };
}

/** What a state is called, and what the API calls it (D9). */
export const SIGNATURE_STATES: Readonly<Record<string, string>> = {
  Waiting: 'CREATED',
  Signed: 'SIGNED',
  Declined: 'DECLINED',
  Voided: 'VOIDED',
  'Not signed': 'NOTSIGNED',
};

const WORDS = new Map(Object.entries(SIGNATURE_STATES).map(([words, status]) => [status, words]));
const SIGNS: Readonly<Record<string, string>> = { CREATED: '◌', SIGNED: '✓', NOTSIGNED: '○' };

export const signatureWords = ({ status }: Signature): string => WORDS.get(status) ?? status;

export const signatureState = (one: Signature): string => `${SIGNS[one.status] ?? '✕'} ${signatureWords(one)}`;

const SHOWN = 100;

/** Those of an investment, newest first. */
export function SignatureList({ desk, tradeId }: { readonly desk: Desk; readonly tradeId: string }): Node | null {
  const may = desk.session.may('listSignatures');
  const read = async () => {
    const filter = JSON.stringify({ tradeId });
    return ((await desk.session.api.call('listSignatures', { filter, limit: SHOWN })).signatures as Fields[]).map(
      signatureOf,
    );
  };
  const loaded = useLoaded(() => (may ? read() : Promise.resolve([])), [tradeId], 15_000);
  if (!may) return null;
  return (
    <Section title="Sent to sign">
      {placeholder(loaded, 'Nothing was sent to sign.') ?? (
        <ul class="plain-list flush">
          {loaded.value?.map((one) => (
            <li key={one.signatureId}>
              <RecordLink place="documents" id={one.signatureId}>
                {one.name}
              </RecordLink>{' '}
              <small>
                {signatureState(one)}, <When at={one.created} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
