/** An investment: what it lacks, its approvals, what was signed, its notes and documents. */
import { type Desk, dayOf, dollarText, type Fields, instantOf, isNoRecord, quantityText } from '../../data/index.ts';
import {
  Empty,
  type Fact,
  html,
  type Node,
  placeholder,
  RecordLink,
  RecordView,
  Section,
  useLoaded,
  When,
} from '../../parts/index.ts';
import { CheckState, LinkedDocuments, PaymentList } from '../../views/index.ts';
import { Actions } from './actions.ts';
import { type Investment, lacksOf, readInvestment, stateText } from './investment.ts';

export function Record({ desk, id }: { readonly desk: Desk; readonly id: string }): Node {
  const { session } = desk;
  const { value: investment, failure, again } = useLoaded(() => readInvestment(desk, id), [id], 15_000);
  if (investment === undefined) return html`<${Empty}>${failure ?? 'Reading …'}</${Empty}>`;
  const { accountName, issueName, units } = investment;
  const lacks = lacksOf(investment);
  return html`<${RecordView} title=${`${accountName}: ${quantityText(units)} units of ${issueName}`}
      about=${`Investment ${id}`} state=${html`<strong>${stateText(investment)}</strong>`}
      actions=${html`<${Actions} desk=${desk} investment=${investment} again=${again} />`}
      facts=${factsOf(investment, session.capabilities.operator)}>
    ${lacks.length === 0 ? null : html`<p class="hint">It still lacks: ${lacks.join(', ')}.</p>`}
    <${PaymentList} desk=${desk} tradeId=${id} />
    ${session.may('getAllSignedDocument') ? html`<${Signatures} desk=${desk} tradeId=${id} />` : null}
    <${LinkedDocuments} desk=${desk} method="getTradeDocument" fields=${{ tradeId: id }}
      empty="No documents. Upload one with uploadTradeDocument." />
    ${session.may('getTradeNote') ? html`<${Notes} desk=${desk} tradeId=${id} />` : null}
  </${RecordView}>`;
}

function factsOf(
  { offeringId, accountId, amount, pays, clientId, fields }: Investment,
  isAll: boolean,
): readonly Fact[] {
  const text = (name: string) => String(fields[name] ?? '');
  const approval = (who: string, date: string) =>
    html`<${CheckState} status=${text(`${who}ApprovalStatus`)} none="Pending" />${' '}
      <small>${text(`${who}Name`)} ${dayOf(text(date))}</small>`;
  return [
    ['Offering', html`<${RecordLink} place="offerings" id=${offeringId} />`],
    ['Account', html`<${RecordLink} place="accounts" id=${accountId} />`],
    ['Amount', dollarText(amount)],
    ['Price of a unit', dollarText(text('unitPrice'))],
    ['Fees', Number(text('fees')) === 0 ? '' : dollarText(text('fees'))],
    ['Pays by', pays],
    ['Signed', html`<${CheckState} status=${text('esignStatus') === 'SIGNED' ? 'Signed' : 'Not signed'} />`],
    ['Representative', approval('RR', 'RRApprovalDate')],
    ['Principal', approval('Principal', 'PrincipalDate')],
    ['Eligible to close', text('eligibleToClose') === 'yes' ? 'Yes' : 'No'],
    ['Closing', text('closeId')],
    ['Errors', text('errors')],
    ['Client', isAll ? clientId : ''],
    ['Created', html`<${When} at=${instantOf(text('createdDate'))} />`],
  ];
}

interface PartProps {
  readonly desk: Desk;
  readonly tradeId: string;
}

/** The documents that were sent to be signed, and what became of each. */
function Signatures({ desk, tradeId }: PartProps): Node {
  const loaded = useLoaded(() => readList(desk, 'getAllSignedDocument', tradeId, 'SignedDocumentDetails'), [tradeId]);
  return html`<${Section} title="Sent to sign">${
    placeholder(loaded, 'Nothing was sent. Send the documents of the offering with the button above.') ??
    html`<ul class="plain-list flush">${loaded.value?.map(
      (one) => html`<li key=${one.documentId}>${
        one.documentUrl === null
          ? one.templateName
          : html`<a href=${one.documentUrl} target="_blank" rel="noopener noreferrer">${one.templateName}</a>`
      } <small><${CheckState} status=${String(one.esignstatus).toLowerCase()} />,${' '}
        <${When} at=${instantOf(String(one.signcreatedDate))} /></small></li>`,
    )}</ul>`
  }</${Section}>`;
}

function Notes({ desk, tradeId }: PartProps): Node {
  const loaded = useLoaded(() => readList(desk, 'getTradeNote', tradeId, 'notesDetails'), [tradeId]);
  return html`<${Section} title="Notes">${
    placeholder(loaded, 'No notes. Add one with addTradeNote.') ??
    html`<ul class="plain-list flush">${loaded.value?.map(
      (one) => html`<li key=${one.noteId}>${one.note} <small>${one.authorname}, ${one.createdDate}</small></li>`,
    )}</ul>`
  }</${Section}>`;
}

async function readList(
  { session }: Desk,
  method: 'getAllSignedDocument' | 'getTradeNote',
  tradeId: string,
  key: string,
): Promise<readonly Fields[]> {
  try {
    return (await session.api.call(method, { tradeId }))[key] as Fields[];
  } catch (error) {
    if (isNoRecord(error)) return [];
    throw error;
  }
}
