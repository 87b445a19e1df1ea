/** Who has documents signed: the templates they are made from, and the way of a signer to them. */

/** A template of the connected account. */
export interface EsignTemplate {
  /** Letters, digits, _ and single hyphens. */
  readonly templateId: string;
  readonly name: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly pages: number;
}

/** A document that somebody is to sign. */
interface Envelope {
  /** UUID. */
  readonly envelopeId: string;
  readonly templateId: string;
  readonly signer: { readonly name: string; readonly email: string };
}

/**
 * The connected account:
 *
 *     const content = await provider.contentOf('subscription-agreement');
 *     await provider.send({ envelopeId, templateId: 'subscription-agreement', signer });
 *     const url = await provider.signingUrl(envelopeId);
 *
 * All methods reject with EsignUnavailable when the provider cannot be asked.
 */
export interface EsignProvider {
  /** Sorted by name; empty when no account is connected. */
  templates(): Promise<readonly EsignTemplate[]>;
  /** The PDF of a template; undefined for an unknown one. */
  contentOf(templateId: string): Promise<Uint8Array | undefined>;
  /** Asks the signer to sign; once more for an envelope that was sent before. */
  send(envelope: Envelope): Promise<void>;
  /** An absolute URL of the page on which the envelope is signed, valid for a limited time. */
  signingUrl(envelopeId: string): Promise<string>;
}

export class EsignUnavailable extends Error {
  override readonly name = 'EsignUnavailable';
}
