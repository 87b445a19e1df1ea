-- Documents and notes of records of any kind, and documents that are signed electronically.

-- A file in the document store. A row is visible after stored_at is set and until deleted_at is.
create table documents (
  document_number integer primary key, -- Counts up from 10001.
  document_id text not null unique, -- Ten random letters and digits.
  client_id text not null,
  owner_kind text not null, -- Of the record it belongs to: account, party, entity and so on.
  owner_id text not null,
  title text not null,
  file_name text not null, -- The caller's name for the file; never a path.
  content_type text not null, -- The type, detected from the content.
  size bigint not null, -- In bytes.
  sha256 text not null, -- Of the content, in hex.
  store_key text not null unique, -- Random name in the document store; unique.
  reference_code text not null, -- Digits.
  archived bigint not null, -- 1: archived, 0: active.
  created_ip_address text,
  created_at bigint not null,
  -- Null while the file is being stored; after a crash the next start removes such a row with its file.
  stored_at bigint,
  deleted_at bigint,
  file_removed_at bigint -- When the file of a deleted document was removed from the store.
);
create index documents_by_owner on documents (owner_kind, owner_id, document_number);
create index documents_unfinished on documents (document_number) where stored_at is null;
create index documents_to_remove on documents (deleted_at) where deleted_at is not null and file_removed_at is null;

create table notes (
  note_id integer primary key, -- Counts up from 1001.
  client_id text not null,
  owner_kind text not null, -- Of the record it belongs to: account, trade.
  owner_id text not null,
  author_name text not null,
  note text not null,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index notes_by_owner on notes (owner_kind, owner_id, note_id);

-- A link for a person without credentials; times are whole microseconds since 1970 UTC.
create table hosted_links (
  link_hash text primary key, -- SHA-256, in hex, of the link's secret, which is not stored.
  client_id text not null,
  purpose text not null, -- The purpose of the link: the name of the method that created it.
  subject text not null, -- The id of the record.
  created_at bigint not null,
  expires_at bigint not null, -- The instant at which it expires.
  claimed_at bigint, -- Set while the link is being used.
  used_at bigint, -- Set when it was used, or refused too often, and is no longer valid.
  refusals bigint not null
);
create index hosted_links_by_subject on hosted_links (client_id, purpose, subject, created_at);
create index hosted_links_by_end on hosted_links (expires_at);

-- The further columns of a document of an offering, in addition to those of documents.
create table offering_documents (
  document_number integer primary key references documents (document_number),
  template_name text,
  approval text, -- Yes or No: whether a registered principal has approved it.
  supervisor_name text,
  approval_date text, -- YYYY-MM-DD.
  original_sha256 text not null, -- SHA-256 of the uploaded file, in hex.
  stamped_text text -- The watermark; null: the file has none.
);

-- A template of the e-signature account, from which documents for the investors of an offering are made.
create table subscription_templates (
  template_id integer primary key, -- Counts up from 1001.
  client_id text not null,
  offering_id bigint not null references offerings (offering_id),
  template_key text not null, -- The provider's id of the template.
  template_name text not null,
  -- A copy of the template from when it was added; documents are made from it.
  document_number bigint not null references documents (document_number),
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index subscription_templates_by_offering on subscription_templates (offering_id, template_id);

-- A document that was sent to be signed.
create table signatures (
  signature_id integer primary key, -- Counts up from 100001.
  envelope_id text not null unique, -- UUID.
  client_id text not null,
  kind text not null, -- subscription or nda.
  offering_id bigint not null references offerings (offering_id),
  account_id text not null,
  party_id text not null, -- The signer: the account's primary party when it was sent.
  trade_id bigint, -- Null for an NDA.
  template_id bigint, -- Null for an NDA.
  template_key text not null,
  template_name text not null,
  status text not null, -- CREATED, SIGNED, DECLINED, VOIDED or NOTSIGNED.
  signer_name text not null, -- The name of the party; after the signature, the name that the signer wrote.
  decline_reason text,
  -- The document as it was sent, and as it was signed.
  source_document bigint not null references documents (document_number),
  signed_document bigint references documents (document_number),
  created_ip_address text,
  updated_ip_address text,
  created_at bigint not null,
  updated_at bigint,
  deleted_at bigint
);
create index signatures_by_trade on signatures (client_id, trade_id, signature_id);
create index signatures_by_account on signatures (client_id, account_id, signature_id);

-- An event in the chain of a document; never changed.
create table signature_events (
  signature_id bigint not null references signatures (signature_id),
  position bigint not null, -- From 1.
  name text not null, -- created, sent, viewed, signed, declined, voided or reported.
  address text not null, -- The address of the person who did it.
  detail text not null,
  hash text not null, -- SHA-256 over this event and the hash of the one before, in hex.
  happened_at bigint not null,
  constraint signature_events_pk primary key (signature_id, position)
);

-- A processed callback of a provider; kept as long as its signature would be valid.
create table esign_callbacks (
  signature text primary key,
  received_at bigint not null
);
create index esign_callbacks_by_time on esign_callbacks (received_at);

-- The first id of each kind of record.
insert into id_sequences (kind, next_id) values
  ('document', 10001), ('note', 1001), ('template', 1001), ('signature', 100001);
