/** The content of the signing page. */
import type { SignatureRow } from '../../database/schema/index.ts';
import { type Html, html, type PageView } from '../../http/hosted-pages/index.ts';
import { STATEMENT } from './signing.ts';

/** Faults by field; those of `document` and `whole` are shown above the form. */
export interface Faults {
  readonly document?: string;
  readonly whole?: string;
  readonly name?: string;
  readonly agree?: string;
}

interface Filled {
  readonly http?: number;
  readonly name: string;
  readonly faults: Faults;
}

/** The path of the document of the page. */
export const DOCUMENT_PATH = '/pages/sign/document';

export function formView(row: SignatureRow, params: string, filled: Filled = { name: '', faults: {} }): PageView {
  const { name, faults } = filled;
  // Relative to the page: a proxy may serve both under its own path.
  const source = `sign/document?params=${params}`;
  const hasFaults = Object.keys(faults).length > 0;
  return {
    http: filled.http ?? (hasFaults ? 422 : 200),
    title: `${hasFaults ? 'Error: ' : ''}Sign ${row.template_name}`,
    main: html`<h1>${row.template_name}</h1>
<p>For ${row.signer_name}. Read the document, then sign it or decline.</p>
<p><a href="${source}" target="_blank" rel="noopener noreferrer">Open the document in its own tab</a></p>
<iframe class="document" src="${source}" title="The document: ${row.template_name}"></iframe>
${above(faults)}<form method="post" novalidate>
<input type="hidden" name="action" value="sign">
<div class="field">
<label for="name">Your full name</label>
<span class="hint" id="name-hint">It is your signature.</span>
<input id="name" name="name" value="${name}" autocomplete="name" maxlength="200" aria-required="true"
aria-describedby="name-hint name-fault"${invalid(faults, 'name')}${focus(faults, 'name')}>
<span class="fault" id="name-fault">${faults.name}</span>
</div>
<div class="field">
<label class="agree"><input type="checkbox" name="agree" value="yes" aria-required="true"
aria-describedby="agree-fault"${invalid(faults, 'agree')}${focus(faults, 'agree')}>
<span>${STATEMENT}</span></label>
<span class="fault" id="agree-fault">${faults.agree}</span>
</div>
<button type="submit">Sign</button>
</form>
<details>
<summary>I do not want to sign</summary>
<form method="post" novalidate>
<input type="hidden" name="action" value="decline">
<label for="reason">Why not (you may leave it empty)</label>
<textarea id="reason" name="reason" maxlength="1000"></textarea>
<button type="submit" class="other">Decline</button>
</form>
</details>`,
  };
}

function above({ document, whole }: Faults): Html | undefined {
  const text = document ?? whole;
  return text === undefined ? undefined : html`<p class="alert" role="alert" tabindex="-1" data-focus>${text}</p>\n`;
}

function invalid(faults: Faults, field: 'name' | 'agree'): Html | undefined {
  return faults[field] === undefined ? undefined : html` aria-invalid="true"`;
}

/** The first fault gets the focus. */
function focus(faults: Faults, field: 'name' | 'agree'): Html | undefined {
  const first = (['document', 'whole', 'name', 'agree'] as const).find((one) => faults[one] !== undefined);
  return first === field ? html` data-focus` : undefined;
}

export function signedView(row: SignatureRow, url: string | null): PageView {
  const link = url === null ? undefined : html`<p><a href="${url}">Download the signed document</a></p>`;
  return {
    title: 'Signed',
    main: html`<h1>Signed</h1>
<p role="status">${row.template_name} is signed by ${row.signer_name}.</p>
${link}`,
    message: { source: 'sign', status: 'SIGNED', documentKey: row.envelope_id },
  };
}

export function declinedView(row: SignatureRow): PageView {
  return {
    title: 'Declined',
    main: html`<h1>Declined</h1>
<p role="status">You have declined to sign ${row.template_name}.</p>`,
    message: { source: 'sign', status: 'DECLINED', documentKey: row.envelope_id },
  };
}

/** For a document that cannot be signed any more: it has ended, or its trade has. */
export function endedView(row: SignatureRow): PageView {
  return {
    http: 410,
    title: 'Nothing to sign',
    main: html`<h1>Nothing to sign</h1>
<p role="alert">${row.template_name} has been ${ENDED[row.status] ?? 'withdrawn'} already.</p>`,
    message: { source: 'sign', status: row.status, documentKey: row.envelope_id },
  };
}

const ENDED: Readonly<Record<string, string>> = { SIGNED: 'signed', DECLINED: 'declined' };
