/** The page on which a document is read, and signed or declined (D11). */
import type { HostedLinkRow, SignatureRow } from '../../database/schema/index.ts';
import type { HostedPage, PageForm, PageRequest, PageView } from '../../http/hosted-pages/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { PdfBusy } from '../../providers/pdf/index.ts';
import { claimHostedLink, findHostedLink, releaseHostedLink } from '../shared/hosted-links/index.ts';
import { type SignatureDeps, signedUrl } from './signature-deps.ts';
import { eventsOf } from './signature-events.ts';
import { findEnvelope } from './signature-records.ts';
import { declineDocument, Overtaken, signDocument } from './signing.ts';
import { declinedView, endedView, type Faults, formView, signedView } from './signing-views.ts';

/** The purpose of the links to the page. */
export const SIGN = 'signDocument';

export const SIGN_PAGE = 'sign';

const NAME_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 1000;

export function signingPage(deps: SignatureDeps): HostedPage {
  return {
    name: SIGN_PAGE,
    assets: { 'sign.css': new URL('./assets/sign.css', import.meta.url) },
    policy: { 'frame-src': "'self'" },
    show: async (params) => {
      const opened = await open(deps, params);
      return opened && (isOpen(opened.row) ? formView(opened.row, params) : endedView(opened.row));
    },
    submit: async (params, form, request) => {
      const opened = await open(deps, params);
      if (opened === undefined || !isOpen(opened.row)) return opened && endedView(opened.row);
      return form.get('action') === 'decline'
        ? decline(deps, { ...opened, params }, form, request)
        : sign(deps, { ...opened, params }, form, request);
    },
  };
}

interface Opened {
  readonly link: HostedLinkRow;
  readonly row: SignatureRow;
}

/** The link and its document; undefined when the link is no longer valid. */
export async function open({ db, nowUs }: SignatureDeps, params: string): Promise<Opened | undefined> {
  const link = await findHostedLink(db, [SIGN], params, nowUs());
  const row = link && (await findEnvelope(db, link.subject));
  return link && row && { link, row };
}

function isOpen({ status }: SignatureRow): boolean {
  return status === 'CREATED' || status === 'NOTSIGNED';
}

type Submitted = Opened & { readonly params: string };

async function sign(
  deps: SignatureDeps,
  { link, row, params }: Submitted,
  form: PageForm,
  request: PageRequest,
): Promise<PageView> {
  const name = (form.get('name') ?? '').replaceAll(/\s+/g, ' ').trim();
  const faults: Faults = {
    ...(await unread(deps, row)),
    ...nameFault(name),
    ...(form.get('agree') === 'yes' ? {} : { agree: 'Tick the box to agree' }),
  };
  if (Object.keys(faults).length > 0) return formView(row, params, { name, faults });
  return once(deps, { link, row, params, name }, request, async () => {
    const signed = await signDocument(deps, link, row, { name, ip: request.ip });
    return signedView(signed, await signedUrl(deps.documents, signed));
  });
}

function nameFault(name: string): Faults {
  if (name === '') return { name: 'Write your full name' };
  if (name.length > NAME_LENGTH_MAX) return { name: `Use at most ${NAME_LENGTH_MAX} characters` };
  return /\p{Cc}/u.test(name) || !name.isWellFormed() ? { name: 'Use letters only' } : {};
}

/** A document cannot be signed before it was opened. */
async function unread({ db }: SignatureDeps, row: SignatureRow): Promise<Faults> {
  const wasViewed = (await eventsOf(db, row)).some((event) => event.name === 'viewed');
  return wasViewed ? {} : { document: 'Open the document and read it before you sign' };
}

function decline(
  deps: SignatureDeps,
  { link, row, params }: Submitted,
  form: PageForm,
  request: PageRequest,
): Promise<PageView> {
  // PostgreSQL cannot store some characters; they are removed, and the text is cut to a readable length.
  const reason = (form.get('reason') ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, REASON_LENGTH_MAX);
  return once(deps, { link, row, params, name: '' }, request, async () =>
    declinedView(await declineDocument(deps, link, row, { reason, ip: request.ip })),
  );
}

/** Uses the link once, with the document locked against concurrent use. */
async function once(
  { db, nowUs }: SignatureDeps,
  { link, row, params, name }: Submitted & { readonly name: string },
  { log }: PageRequest,
  work: () => Promise<PageView>,
): Promise<PageView> {
  const again = (http: number, whole: string) => formView(row, params, { http, name, faults: { whole } });
  if (!(await claimHostedLink(db, link, nowUs())))
    return again(409, 'The document is being signed already. Try again.');
  try {
    return await work();
  } catch (error) {
    await releaseHostedLink(db, link);
    if (error instanceof PdfBusy) return again(503, 'Too many documents are being signed. Try again in a minute.');
    if (error instanceof Overtaken) return again(409, 'Something else has happened to the document. Try again.');
    if (error instanceof ApiError) return endedView((await findEnvelope(db, row.envelope_id)) ?? row);
    log.error({ err: error, signatureId: row.signature_id }, 'a document could not be signed');
    return again(500, 'The document could not be signed. Try again.');
  }
}
