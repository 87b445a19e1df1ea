/** Documents of offerings, and documents that are signed electronically. Times are microseconds since 1970 UTC. */
export interface SignatureTables {
  offering_documents: OfferingDocumentRow;
  subscription_templates: SubscriptionTemplateRow;
  signatures: SignatureRow;
  signature_events: SignatureEventRow;
  esign_callbacks: EsignCallbackRow;
}

/** The further columns of a document of an offering, in addition to those of documents. */
export interface OfferingDocumentRow {
  document_number: number;
  template_name: string | null;
  /** Yes or No: whether a registered principal has approved it. */
  approval: string | null;
  supervisor_name: string | null;
  /** YYYY-MM-DD. */
  approval_date: string | null;
  /** SHA-256 of the uploaded file, in hex. */
  original_sha256: string;
  /** The watermark; null: the file has none. */
  stamped_text: string | null;
}

/** A template of the e-signature account, from which documents for the investors of an offering are made. */
export interface SubscriptionTemplateRow {
  /** Counts up from 1001. */
  template_id: number;
  client_id: string;
  offering_id: number;
  /** The provider's id of the template. */
  template_key: string;
  template_name: string;
  /** A copy of the template from when it was added; documents are made from it. */
  document_number: number;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** A document that was sent to be signed. */
export interface SignatureRow {
  /** Counts up from 100001. */
  signature_id: number;
  /** UUID; unique. */
  envelope_id: string;
  client_id: string;
  /** subscription or nda. */
  kind: string;
  offering_id: number;
  account_id: string;
  /** The signer: the account's primary party when it was sent. */
  party_id: string;
  /** Null for an NDA. */
  trade_id: number | null;
  /** Null for an NDA. */
  template_id: number | null;
  template_key: string;
  template_name: string;
  /** CREATED, SIGNED, DECLINED, VOIDED or NOTSIGNED. */
  status: string;
  /** The name of the party; after the signature, the name that the signer wrote. */
  signer_name: string;
  decline_reason: string | null;
  /** The document as it was sent, and as it was signed. */
  source_document: number;
  signed_document: number | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

/** An event in the chain of a document; never changed. */
export interface SignatureEventRow {
  signature_id: number;
  /** From 1. */
  position: number;
  /** created, sent, viewed, signed, declined, voided or reported. */
  name: string;
  /** The address of the person who did it. */
  address: string;
  detail: string;
  /** SHA-256 over this event and the hash of the one before, in hex. */
  hash: string;
  happened_at: number;
}

/** A processed callback of a provider; kept as long as its signature would be valid. */
interface EsignCallbackRow {
  signature: string;
  received_at: number;
}
