/** The content of the signing page. */
import type { SignatureRow } from '../../database/schema/index.ts';
import { fragment, type Html, h, type PageView } from '../../http/hosted-pages/index.ts';
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
    main: fragment(
      h('h1', {}, row.template_name),
      h('p', {}, `For ${row.signer_name}. Read the document, then sign it or decline.`),
      h(
        'p',
        {},
        h('a', { href: source, target: '_blank', rel: 'noopener noreferrer' }, 'Open the document in its own tab'),
      ),
      h('iframe', { class: 'document', src: source, title: `The document: ${row.template_name}` }),
      above(faults),
      signForm(name, faults),
      DECLINE,
    ),
  };
}

const signForm = (name: string, faults: Faults): Html =>
  h(
    'form',
    { method: 'post', novalidate: true },
    h('input', { type: 'hidden', name: 'action', value: 'sign' }),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'name' }, 'Your full name'),
      h('span', { class: 'hint', id: 'name-hint' }, 'It is your signature.'),
      h('input', {
        ...{ id: 'name', name: 'name', value: name, autocomplete: 'name', maxlength: 200, 'aria-required': 'true' },
        ...{ 'aria-describedby': 'name-hint name-fault', ...marks(faults, 'name') },
      }),
      h('span', { class: 'fault', id: 'name-fault' }, faults.name),
    ),
    h(
      'div',
      { class: 'field' },
      h(
        'label',
        { class: 'agree' },
        h('input', {
          ...{ type: 'checkbox', name: 'agree', value: 'yes', 'aria-required': 'true' },
          ...{ 'aria-describedby': 'agree-fault', ...marks(faults, 'agree') },
        }),
        h('span', {}, STATEMENT),
      ),
      h('span', { class: 'fault', id: 'agree-fault' }, faults.agree),
    ),
    h('button', { type: 'submit' }, 'Sign'),
  );

const DECLINE = h(
  'details',
  {},
  h('summary', {}, 'I do not want to sign'),
  h(
    'form',
    { method: 'post', novalidate: true },
    h('input', { type: 'hidden', name: 'action', value: 'decline' }),
    h('label', { for: 'reason' }, 'Why not (you may leave it empty)'),
    h('textarea', { id: 'reason', name: 'reason', maxlength: 1000 }),
    h('button', { type: 'submit', class: 'other' }, 'Decline'),
  ),
);

function above({ document, whole }: Faults): Html | undefined {
  const text = document ?? whole;
  return text === undefined
    ? undefined
    : h('p', { class: 'alert', role: 'alert', tabindex: -1, 'data-focus': true }, text);
}

/** The first fault gets the focus. */
function marks(faults: Faults, field: 'name' | 'agree') {
  const first = (['document', 'whole', 'name', 'agree'] as const).find((one) => faults[one] !== undefined);
  return { 'aria-invalid': faults[field] === undefined ? undefined : 'true', 'data-focus': first === field };
}

export function signedView(row: SignatureRow, url: string | null): PageView {
  return {
    title: 'Signed',
    main: fragment(
      h('h1', {}, 'Signed'),
      h('p', { role: 'status' }, `${row.template_name} is signed by ${row.signer_name}.`),
      url !== null && h('p', {}, h('a', { href: url }, 'Download the signed document')),
    ),
    message: { source: 'sign', status: 'SIGNED', documentKey: row.envelope_id },
  };
}

export function declinedView(row: SignatureRow): PageView {
  return {
    title: 'Declined',
    main: fragment(
      h('h1', {}, 'Declined'),
      h('p', { role: 'status' }, `You have declined to sign ${row.template_name}.`),
    ),
    message: { source: 'sign', status: 'DECLINED', documentKey: row.envelope_id },
  };
}

/** For a document that cannot be signed any more: it has ended, or its trade has. */
export function endedView(row: SignatureRow): PageView {
  return {
    http: 410,
    title: 'Nothing to sign',
    main: fragment(
      h('h1', {}, 'Nothing to sign'),
      h('p', { role: 'alert' }, `${row.template_name} has been ${ENDED[row.status] ?? 'withdrawn'} already.`),
    ),
    message: { source: 'sign', status: row.status, documentKey: row.envelope_id },
  };
}

const ENDED: Readonly<Record<string, string>> = { SIGNED: 'signed', DECLINED: 'declined' };
