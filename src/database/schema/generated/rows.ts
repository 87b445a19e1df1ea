/** Made by `npm run schema:types` from the migrations; not edited by hand. */
import type { Generated } from 'kysely';
import type {
  Contingency,
  MarketCause,
  MatchId,
  NoticeKind,
  OrderChange,
  OrderId,
  OrderStatus,
  SecurityId,
} from '../../../exchange/api/index.ts';

export interface Tables {
  venue_binding: VenueBindingRow;
  sealing_keys: SealingKeyRow;
  id_sequences: IdSequenceRow;
  record_counts: RecordCountRow;
  clients: ClientRow;
  stopped_clients: StoppedClientRow;
  api_keys: ApiKeyRow;
  api_counts: ApiCountRow;
  billed_calls: BilledCallRow;
  idempotency_keys: IdempotencyKeyRow;
  pending_actions: PendingActionRow;
  webhooks: WebhookRow;
  webhook_tokens: WebhookTokenRow;
  webhook_encryption_keys: WebhookEncryptionKeyRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_outbox: OutboxRow;
  kept_webhooks: KeptWebhookRow;
  venue_webhook_positions: VenueWebhookPositionRow;
  issuers: IssuerRow;
  issuer_accounts: IssuerAccountRow;
  issuer_custodian_accounts: IssuerCustodianAccountRow;
  offerings: OfferingRow;
  accounts: AccountRow;
  account_suitabilities: AccountSuitabilityRow;
  parties: PartyRow;
  entities: EntityRow;
  entity_supplements: EntitySupplementRow;
  links: LinkRow;
  kyc_responses: KycResponseRow;
  kyc_questionnaires: KycQuestionnaireRow;
  kyc_reviews: KycReviewRow;
  accreditation_requests: AccreditationRequestRow;
  documents: DocumentRow;
  notes: NoteRow;
  hosted_links: HostedLinkRow;
  offering_documents: OfferingDocumentRow;
  subscription_templates: SubscriptionTemplateRow;
  signatures: SignatureRow;
  signature_events: SignatureEventRow;
  esign_callbacks: EsignCallbackRow;
  trades: TradeRow;
  external_accounts: ExternalAccountRow;
  ach_fund_moves: AchFundMoveRow;
  ach_clients: AchClientRow;
  ach_blocks: AchBlockRow;
  ach_batches: AchBatchRow;
  ach_files: AchFileRow;
  ach_notice_files: AchNoticeFileRow;
  ach_notices: AchNoticeRow;
  linked_cards: LinkedCardRow;
  card_fund_moves: CardFundMoveRow;
  card_limits: CardLimitRow;
  custody_attestations: CustodyAttestationRow;
  custody_account_requests: CustodyAccountRequestRow;
  custody_account_supplements: CustodyAccountSupplementRow;
  custody_party_supplements: CustodyPartySupplementRow;
  custody_fund_disbursements: CustodyFundDisbursementRow;
  custody_fund_moves: CustodyFundMoveRow;
  custody_deposit_limits: CustodyDepositLimitRow;
  quotes: QuoteRow;
  settlements: SettlementRow;
  venue_notices: VenueNoticeRow;
  day_reports: DayReportRow;
  audit_entries: AuditEntryRow;
  surveillance_position: SurveillancePositionRow;
  alerts: AlertRow;
  alert_actions: AlertActionRow;
  users: UserRow;
  user_identities: UserIdentityRow;
  user_passkeys: UserPasskeyRow;
  user_links: UserLinkRow;
  user_sessions: UserSessionRow;
  status_changes: StatusChangeRow;
  register_changes: RegisterChangeRow;
  surveillance_thresholds: SurveillanceThresholdRow;
  access_changes: AccessChangeRow;
  screening_runs: ScreeningRunRow;
  screenings_due: ScreeningsDueRow;
  leader_fence: LeaderFenceRow;
  history_position: HistoryPositionRow;
  order_entry_rows: StoredOrderEntryRow;
  order_updates: OrderUpdateRow;
  matches: MatchRow;
  market_events: MarketEventRow;
  live_orders: LiveOrderRow;
  ended_orders: EndedOrderRow;
  history_counts: HistoryCountRow;
  day_ends: DayEndRow;
  day_positions: DayPositionRow;
  day_holdings: DayHoldingRow;
  order_token_runs: OrderTokenRunRow;
  order_tokens: OrderTokenRow;
  metric_series: MetricSeryRow;
  metric_samples: MetricSampleRow;
  day_securities: DaySecurityRow;
  event_users: EventUserRow;
  order_renames: OrderRenameRow;
  notices: NoticeRow;
}

export interface VenueBindingRow {
  /** Random, generated once. */
  database_id: string;
  /** 1 once the id is durable in the journal; else 0. */
  confirmed: number;
}

export interface SealingKeyRow {
  /** The id in the sealed values, which does not reveal the key. */
  key_id: string;
  created_at: number;
}

export interface IdSequenceRow {
  kind: string;
  next_id: number;
}

export interface RecordCountRow {
  /** Name of the table. */
  kind: string;
  client_id: string;
  /** 1: only shown in lists with deleted=true. */
  hidden: number;
  /** Concurrent transactions write different slots, so that they do not wait for each other. */
  slot: number;
  records: number;
}

export interface ClientRow {
  /** C and eight digits. */
  client_id: string;
  /** The parent client; its own id when it is a parent. */
  parent_id: string;
  name: string;
  /** 1 or 0: the keys of an inactive client are not accepted. */
  active: number;
  created_at: number;
}

export interface StoppedClientRow {
  client_id: string;
}

export interface ApiKeyRow {
  key_id: string;
  client_id: string;
  /** SHA-256 of the key, hexadecimal; the key itself is not stored. */
  key_hash: string;
  /** 1 or 0. */
  master: number;
  /** * for all, including those of later releases; else a JSON array of names. */
  scopes: string;
  /** A JSON array of names. */
  denied_methods: string;
  /** As scopes. */
  field_permissions: string;
  created_at: number;
  revoked_at: number | null;
  name: string | null;
  made_by: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  handed_to: string | null;
}

export interface ApiCountRow {
  client_id: string;
  /** YYYY-MM, UTC. */
  month: string;
  calls: number;
}

export interface BilledCallRow {
  client_id: string;
  /** YYYY-MM, UTC. */
  month: string;
  method: string;
  calls: number;
}

export interface IdempotencyKeyRow {
  client_id: string;
  idempotency_key: string;
  /** SHA-256 of the method and its values. */
  body_hash: string;
  /** JSON, encrypted because it has personal data. Empty while the call is under way in its transaction. */
  answer_sealed: string;
  created_at: number;
}

export interface PendingActionRow {
  action_id: string;
  /** The operator who asked. */
  client_id: string;
  method: string;
  /** The values of the call, encrypted at rest. */
  values_sealed: string;
  /** The caller's address. */
  ip: string;
  status: string;
  /** Why it was rejected. */
  reason: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  expires_at: number;
  decided_by: string | null;
  decided_at: number | null;
  /** The response of the method, encrypted at rest; null before. */
  answer_sealed: string | null;
  user_id: string | null;
  key_id: string | null;
  decided_by_user: string | null;
}

export interface WebhookRow {
  webhook_id: string;
  client_id: string;
  method: string;
  url: string;
  created_at: number;
  /** Encrypted at rest; null: deliveries are not signed. */
  secret_sealed: string | null;
  /** The previous secret, which also signs until the time, in microseconds. */
  old_secret_sealed: string | null;
  old_secret_until: number | null;
  /** 1 or 0: a failed delivery is retried. */
  retries: Generated<number>;
  /** 1 or 0: later deliveries about a record wait for one that is being retried. */
  ordered: Generated<number>;
  /** 1: the platform's form of a webhook that the venue sends too, with identifying headers; 0: the usual one. */
  platform: Generated<number>;
}

export interface WebhookTokenRow {
  token_id: string;
  parent_id: string;
  /** Encrypted at rest and not hashed, because it is sent with webhooks. */
  token_sealed: string;
  /** The form in lists: the first characters, then stars. */
  masked: string;
  created_at: number;
  retired_at: number | null;
}

export interface WebhookEncryptionKeyRow {
  client_id: string;
  /** Encrypted at rest. */
  key_sealed: string;
  created_at: number;
}

export interface WebhookDeliveryRow {
  /** Ascending in the order of recording. */
  delivery_seq: Generated<number>;
  delivery_id: string;
  webhook_id: string;
  client_id: string;
  method: string;
  url: string;
  outcome: string;
  /** HTTP status of the receiver's response; null without a response. */
  http_status: number | null;
  detail: string | null;
  duration_ms: number;
  fired_at: number;
  /** The number of the attempt. */
  attempt: Generated<number>;
  /** The time of the next attempt, in microseconds; null after the last one. */
  retry_at: number | null;
}

export interface OutboxRow {
  /** Ascending in the order of writing. */
  outbox_seq: Generated<number>;
  /** Random; the receiver gets it, the same for each attempt. */
  delivery_id: string;
  client_id: string;
  /** The name of the registration. */
  method: string;
  webhook_id: string;
  /** The registered URL at the time of the change. */
  url: string;
  /** Scheme, host and port of the URL: deliveries to one receiver share a queue. */
  receiver: string;
  /** The form-encoded body, encrypted because it has personal data. */
  form_sealed: string;
  /** Its records, separated by commas: orders by their ids, others by kind and id; may be empty. */
  about: string;
  /** 1: with the identifying headers; 0: the venue sends it. */
  identified: number;
  /** Microseconds. */
  fired_at: number;
  /** 1: the registration had retries, or order by record, at the time of the change. */
  retries: Generated<number>;
  ordered: Generated<number>;
  /** Attempts that were made. */
  attempts: Generated<number>;
  /** Not sent before this time, in microseconds; 0: at once. */
  due_at: Generated<number>;
}

export interface KeptWebhookRow {
  /** Ascending in the order in which deliveries ended. */
  kept_seq: Generated<number>;
  /** Random; the receiver gets it, the same for each attempt. */
  delivery_id: string;
  client_id: string;
  /** The name of the registration. */
  method: string;
  webhook_id: string;
  /** The form-encoded body, encrypted because it has personal data. */
  form_sealed: string;
  /** Its records, separated by commas: orders by their ids, others by kind and id; may be empty. */
  about: string;
  /** 1: with the identifying headers; 0: the venue sends it. */
  identified: number;
  /** Microseconds. */
  fired_at: number;
  /** 1 or 0. */
  delivered: number;
}

export interface VenueWebhookPositionRow {
  shard: number;
  event_seq: number;
}

export interface IssuerRow {
  /** Counts up from 1001. */
  issuer_id: number;
  client_id: string;
  issuer_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  issuer_status: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface IssuerAccountRow {
  issuer_id: number;
  client_id: string;
  company_name: string;
  company_state: string;
  issuing_country: string;
  account_status: string;
  account_type: string | null;
  entity_type: string | null;
  /** Encrypted at rest, as the two below. */
  company_tax_id_sealed: string | null;
  social_security_number_sealed: string | null;
  /** MM-DD-YYYY. */
  dob_sealed: string | null;
  account_middle_initial: string | null;
  resident_us: string | null;
  citizen_us: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  country: string | null;
  additional_info: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface IssuerCustodianAccountRow {
  issuer_id: number;
  /** Id of the custodian. */
  provider_id: number;
  client_id: string;
  custodian_name: string;
  custodian_account_number: string;
  /** Encrypted at rest, as the account number. */
  routing_number_sealed: string;
  account_number_sealed: string;
  account_name: string;
  /** Six-decimal text. */
  funds: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface OfferingRow {
  /** Counts up from 5001. */
  offering_id: number;
  client_id: string;
  issuer_id: number;
  issue_name: string;
  issue_type: string | null;
  target_amount: string;
  min_amount: string;
  max_amount: string;
  unit_price: string;
  /** max_amount / unit_price, rounded down at the sixth decimal. */
  total_shares: string;
  /** Units of the offering's trades, without cancelled and unwound ones; the remaining units are total minus sold. */
  sold_shares: string;
  /** YYYY-MM-DD. */
  start_date: string;
  /** YYYY-MM-DD. */
  end_date: string;
  /** As sent. */
  offering_status: string;
  offering_text: string;
  stamping_text: string;
  escrow_account_number: string | null;
  /** Id of the escrow institution. */
  provider_id: number | null;
  /** Counts the changes of the offering from 1: the order in which the venue must get them. */
  revision: number;
  field1: string | null;
  field2: string | null;
  field3: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  /** The status after reopening; null: it was never closed; `closed`: it was admitted to trading then (C51). */
  status_before_end: string | null;
  /** Set only by the operator, as the next: JSON of the wire and check instructions, encrypted at rest. */
  custodian_details_sealed: string | null;
  fractional_units: string | null;
  subscribed_amount: string | null;
  subscribed_shares: string | null;
}

export interface AccountRow {
  /** A and eight or more digits, counted up from A10000001. */
  account_id: string;
  client_id: string;
  account_name: string;
  type: string;
  resident_type: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  email: string;
  kyc_status: string;
  aml_status: string;
  accredited_status: string;
  approval_status: string;
  syndicate: string;
  tags: string;
  notes: string;
  field1: string;
  field2: string;
  field3: string;
  entity_type: string | null;
  phone: string | null;
  /** Encrypted at rest. */
  tax_id_sealed: string | null;
  /** Encrypted at rest; not settable through the API. */
  social_security_number_sealed: string | null;
  kyc_date: string | null;
  aml_date: string | null;
  suitability_date: string | null;
  suitability_approver: string | null;
  accredited_investor: string | null;
  accredited_investor_date: string | null;
  /** Whole dollars, as decimal digits. */
  limit_506c: string | null;
  account_total_limit: string | null;
  single_investment_limit: string | null;
  associated_ac: string | null;
  approval_principal: string | null;
  approval_last_review: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  suitability_score: number | null;
  /** 1: archived, 0: active. */
  archived: number;
  created_at: number;
  /** Null until the first update. */
  updated_at: number | null;
  deleted_at: number | null;
}

export interface AccountSuitabilityRow {
  account_id: string;
  client_id: string;
  /** JSON object of texts by parameter. */
  answers: string;
  created_at: number;
  updated_at: number | null;
}

export interface PartyRow {
  /** P (a party) or E (an entity) and eight or more digits. */
  party_id: string;
  client_id: string;
  kyc_status: string | null;
  aml_status: string | null;
  aml_date: string | null;
  esign_status: string;
  document_key: string;
  domicile: string;
  first_name: string;
  last_name: string;
  prim_country: string;
  prim_address1: string;
  prim_address2: string;
  prim_city: string;
  prim_state: string;
  prim_zip: string;
  email_address: string;
  email_address2: string;
  occupation: string;
  emp_name: string;
  emp_country: string;
  emp_address1: string;
  emp_address2: string;
  emp_city: string;
  emp_state: string;
  tags: string;
  notes: string;
  field1: string;
  field2: string;
  field3: string;
  middle_initial: string | null;
  social_security_number_sealed: string | null;
  /** MM-DD-YYYY. */
  dob_sealed: string | null;
  phone: string | null;
  phone2: string | null;
  associated_person: string | null;
  emp_status: string | null;
  emp_zip: string | null;
  invest_to: string | null;
  /** Whole dollars, as the next four. */
  current_ann_income: string | null;
  avg_ann_income: string | null;
  current_household_income: string | null;
  avg_household_income: string | null;
  household_networth: string | null;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  /** Microseconds since 1970 UTC, as the next two. */
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface EntityRow {
  /** P (a party) or E (an entity) and eight or more digits. */
  party_id: string;
  client_id: string;
  kyc_status: string | null;
  aml_status: string | null;
  aml_date: string | null;
  esign_status: string;
  document_key: string;
  domicile: string;
  entity_name: string;
  entity_type: string;
  entity_desc: string;
  prim_country: string;
  prim_address1: string;
  prim_address2: string;
  prim_city: string;
  prim_state: string;
  prim_zip: string;
  email_address: string;
  email_address2: string;
  tags: string;
  notes: string;
  ein_sealed: string | null;
  phone: string | null;
  phone2: string | null;
  /** Whole dollars. */
  total_assets: string | null;
  owners_ai: string | null;
  formation_date: string | null;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  /** Microseconds since 1970 UTC, as the next two. */
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface EntitySupplementRow {
  entity_id: string;
  client_id: string;
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface LinkRow {
  /** Counts up from 100001. */
  link_id: number;
  client_id: string;
  /** Always Account. */
  first_entry_type: string;
  first_entry: string;
  /** Account, IndivACParty or EntityACParty. */
  related_entry_type: string;
  related_entry: string;
  link_type: string;
  /** 1: the account's primary party, 0: not. */
  primary_value: number;
  notes: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface KycResponseRow {
  response_id: number;
  client_id: string;
  /** A party or an entity. */
  party_id: string;
  /** Basic, Enhanced or AML Only. */
  type: string;
  /** JSON: response, kycstatus, amlstatus. */
  response_sealed: string;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  deleted_at: number | null;
}

export interface KycQuestionnaireRow {
  party_id: string;
  /** The provider's id-number of the check. */
  id_number: string;
  client_id: string;
  question_count: number;
  expires_at: number;
  /** When the questions were answered, right or wrong. */
  answered_at: number | null;
}

export interface KycReviewRow {
  request_id: string;
  client_id: string;
  /** A party, an entity or an account. */
  investor_id: string;
  /** Pending, Needs More Info, New Info Added, Manually Approved, Disapproved, or Auto Approved when no review is needed. */
  kyc_status: string;
  aml_status: string;
  /** 1 while one of the two statuses waits for the reviewer or the client. */
  open: number;
  notes_sealed: string | null;
  created_at: number;
  updated_at: number;
  cause: string | null;
  unrequested: number | null;
}

export interface AccreditationRequestRow {
  /** Ten random letters and digits. */
  request_id: string;
  client_id: string;
  account_id: string;
  ai_method: string;
  notes: string | null;
  /** As it was sent; Pending at first, Expired after valid_until. */
  request_status: string;
  /** Who decided for the operator. */
  reviewed_by: string | null;
  /** The last date, YYYY-MM-DD (US Eastern), of an approval. */
  valid_until: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface DocumentRow {
  /** Counts up from 10001. */
  document_number: number;
  /** Ten random letters and digits. */
  document_id: string;
  client_id: string;
  /** Of the record it belongs to: account, party, entity and so on. */
  owner_kind: string;
  owner_id: string;
  title: string;
  /** The caller's name for the file; never a path. */
  file_name: string;
  /** The type, detected from the content. */
  content_type: string;
  /** In bytes. */
  size: number;
  /** Of the content, in hex. */
  sha256: string;
  /** Random name in the document store; unique. */
  store_key: string;
  /** Digits. */
  reference_code: string;
  /** 1: archived, 0: active. */
  archived: number;
  created_ip_address: string | null;
  created_at: number;
  /** Null while the file is being stored; after a crash the next start removes such a row with its file. */
  stored_at: number | null;
  deleted_at: number | null;
  /** When the file of a deleted document was removed from the store. */
  file_removed_at: number | null;
}

export interface NoteRow {
  /** Counts up from 1001. */
  note_id: number;
  client_id: string;
  /** Of the record it belongs to: account, trade. */
  owner_kind: string;
  owner_id: string;
  author_name: string;
  note: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface HostedLinkRow {
  /** SHA-256, in hex, of the link's secret, which is not stored. */
  link_hash: string;
  client_id: string;
  /** The purpose of the link: the name of the method that created it. */
  purpose: string;
  /** The id of the record. */
  subject: string;
  created_at: number;
  /** The instant at which it expires. */
  expires_at: number;
  /** Set while the link is being used. */
  claimed_at: number | null;
  /** Set when it was used, or refused too often, and is no longer valid. */
  used_at: number | null;
  refusals: number;
}

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

export interface SignatureRow {
  /** Counts up from 100001. */
  signature_id: number;
  /** UUID. */
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

export interface EsignCallbackRow {
  signature: string;
  received_at: number;
}

export interface TradeRow {
  /** Counts up from 100001. */
  trade_id: number;
  offering_id: number;
  client_id: string;
  account_id: string;
  /** The account's primary party when the trade was made. */
  party_id: string;
  transaction_type: string;
  unit_price: string;
  total_shares: string;
  fees: string;
  /** unit_price x total_shares + fees. */
  total_amount: string;
  /** CREATED, FUNDED, UNWIND PENDING, UNWIND SETTLED, SETTLED or CANCELED. */
  order_status: string;
  esign_status: string;
  field1: string;
  field2: string;
  field3: string;
  rr_approval_status: string;
  principal_approval_status: string;
  errors: string | null;
  document_key: string | null;
  rr_name: string | null;
  rr_approval_date: string | null;
  principal_name: string | null;
  principal_date: string | null;
  close_id: string | null;
  created_ip_address: string | null;
  /** From the last updateTrade or cancellation. */
  updated_ip_address: string | null;
  /** 1: it can be closed (T9), 0: not yet. */
  eligible_to_close: number;
  /** 1: archived, 0: active. */
  archived: number;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  recorded_amount: string | null;
}

export interface ExternalAccountRow {
  external_account_id: number;
  client_id: string;
  /** Account or Issuer. */
  types: string;
  /** Id of the account or issuer: at most one live row has it. */
  owner_id: string;
  nickname: string;
  full_name: string;
  routing_number_sealed: string;
  account_number_sealed: string;
  /** Checking or Savings. */
  account_type: string;
  bank_name: string | null;
  /** When its holder linked it on our page; null when the client sent it. */
  linked_at: number | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface AchFundMoveRow {
  ref_num: number;
  trade_id: number;
  offering_id: number;
  client_id: string;
  account_id: string;
  amount: string;
  description: string;
  /** Pending, Submitted, Settled, Returned or Voided. A trade has at most one row in the first three. */
  fund_status: string;
  /** Pending, Approved or Declined. */
  transaction_status: string;
  full_name: string;
  routing_number_sealed: string;
  account_number_sealed: string;
  account_type: string;
  bank_name: string | null;
  /** Why the bank returned it; null if it did not. */
  errors: string | null;
  /** The bank business day of its file, YYYY-MM-DD. */
  batch_day: string | null;
  /** 15 digits: its name in the network. */
  trace_number: string | null;
  created_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface AchClientRow {
  client_id: string;
  /** 1: debits are made; 0: there is no payment provider (211). */
  enabled: number;
  /** Largest trade total of one debit. */
  single_amount_max: string;
  updated_at: number;
}

export interface AchBlockRow {
  account_id: string;
  client_id: string;
  reason: string;
  created_at: number;
}

export interface AchBatchRow {
  /** YYYY-MM-DD. */
  batch_day: string;
  entries: number;
  total: string;
  made_at: number;
}

export interface AchFileRow {
  file_name: string;
  batch_day: string;
  modifier: string;
  entries: number;
  content_sealed: string;
  /** Null until the file is in its folder. */
  written_at: number | null;
}

export interface AchNoticeFileRow {
  /** Of the content, in hex. */
  sha256: string;
  file_name: string;
  read_at: number;
}

export interface AchNoticeRow {
  sha256: string;
  line: number;
  /** R01 ... or C01 ... */
  code: string;
  trace_number: string;
  ref_num: number | null;
  outcome: string;
  text_sealed: string | null;
}

export interface LinkedCardRow {
  card_id: number;
  client_id: string;
  account_id: string;
  card_holder: string;
  /** The brand, for example Visa. */
  card_type: string;
  last_four: string;
  /** MMYY. */
  expiration: string;
  billing_zip: string;
  /** The processor's token of the card; encrypted at rest. */
  token_sealed: string;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface CardFundMoveRow {
  /** Counts up from 600001. */
  ref_num: number;
  trade_id: number;
  offering_id: number;
  client_id: string;
  account_id: string;
  /** Dollars: decimal text with six decimals, in whole cents. */
  total_amount: string;
  /** Pending, Submitted, Settled, Returned or Voided. */
  fund_status: string;
  /** Pending, Approved or Declined. */
  transaction_status: string;
  errors: string | null;
  processor_transaction_id: string | null;
  processor_transaction_message: string | null;
  processor_token_message: string | null;
  /** The key of the payment at the processor; null until it is submitted. */
  payment_key: string | null;
  /** The token of the card that pays, from the submission on; encrypted at rest. */
  token_sealed: string | null;
  created_ip_address: string | null;
  submitted_at: number | null;
  /** When the processor is asked again for the outcome; null when no outcome is pending. */
  ask_at: number | null;
  /** How often the processor was asked. */
  asked: number;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  /** The amount refunded at the processor so far; as total_amount. */
  refunded_amount: string;
}

export interface CardLimitRow {
  client_id: string;
  /** Dollars: decimal text with six decimals. */
  amount_max: string;
  updated_at: number;
}

export interface CustodyAttestationRow {
  account_id: string;
  client_id: string;
  document_url: string;
  created_ip_address: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  deleted_at: number | null;
}

export interface CustodyAccountRequestRow {
  /** Ten random letters and digits. */
  request_id: string;
  client_id: string;
  account_id: string;
  /** Pending, Need More Info, New Info Added, Approved or Rejected. */
  request_status: string;
  /** Pending, Open or Closed. */
  account_status: string;
  /** 1: restricted, 0: not. */
  restricted: number;
  /** What the operator said of the status. */
  reason: string | null;
  /** What the client said last. */
  notes: string | null;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface CustodyAccountSupplementRow {
  account_id: string;
  client_id: string;
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface CustodyPartySupplementRow {
  /** A party or an entity. */
  party_id: string;
  client_id: string;
  details_sealed: string;
  created_ip_address: string | null;
  updated_ip_address: string | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
}

export interface CustodyFundDisbursementRow {
  /** A UUID. */
  request_id: string;
  client_id: string;
  account_id: string;
  /** Decimal text with two decimals. */
  amount: string;
  /** ach, wire_domestic or wire_international. */
  type: string;
  bank_id: string | null;
  bank_account_id_sealed: string | null;
  details_sealed: string | null;
  status: string;
  /** What the operator said of the status. */
  reason: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface CustodyFundMoveRow {
  /** From the shared sequence of all debits. */
  reference_number: number;
  client_id: string;
  account_id: string;
  /** The trade that the money is for. */
  trade_id: number | null;
  /** Decimal text with six decimals. */
  amount: string;
  description: string | null;
  bank_name: string | null;
  /** From the external account at the time of the deposit. */
  account_name: string;
  account_number_sealed: string;
  routing_number_sealed: string;
  /** Checking or Savings. */
  account_type: string;
  /** Pending, Approved or TEST ENTRY. */
  approval_status: string;
  /** Pending, Submitted, Settled, Returned, Voided or Declined. */
  status: string;
  errors: string;
  /** The bank business day of its file, YYYY-MM-DD. */
  batch_day: string | null;
  /** 15 digits: its name in the network. */
  trace_number: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface CustodyDepositLimitRow {
  client_id: string;
  /** Decimal text with six decimals. */
  amount: string;
  updated_at: number;
}

export interface QuoteRow {
  quote_id: number;
  /** The client that quotes. */
  client_id: string;
  order_id: OrderId;
  /** The client of the order. */
  order_client_id: string;
  security_id: SecurityId;
  /** The side of the quote, opposite to that of the order. */
  side: string;
  member_id: string;
  account_id: string | null;
  price: number;
  quantity: number;
  token: string | null;
  ip: string;
  status: string;
  /** The filled quantity of the order when its client accepted the quote; null before. */
  filled: number | null;
  /** The id of its match. */
  match_id: MatchId | null;
  reason: string | null;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  mass_cancels: number | null;
}

export interface SettlementRow {
  match_id: MatchId;
  security_id: SecurityId;
  /** PENDING, SETTLED or CANCELED: the venue knows the busted ones. */
  status: string;
  /** The client that reported it last. */
  reported_by: string;
  /** Unused. */
  reason: string | null;
  /** Microseconds since 1970 UTC. */
  updated_at: number;
}

export interface VenueNoticeRow {
  /** Ascending in the order of writing, among the present rows. */
  notice_seq: Generated<number>;
  /** Random. */
  notice_id: string;
  security_id: SecurityId;
  kind: NoticeKind;
  /** The recipients and their fields: JSON. */
  notes: string;
}

export interface DayReportRow {
  /** YYYY-MM-DD, US Eastern. */
  date: string;
  /** A ReportManifest, the same as the file. */
  manifest: string;
  /** Microseconds since 1970 UTC. */
  made_at: number;
}

export interface AuditEntryRow {
  entry_id: string;
  /** Microseconds since 1970 UTC, as every *_at. */
  occurred_at: number;
  /** The caller. */
  client_id: string;
  /** Its key; null where no key called, as of an approved action. */
  key_id: string | null;
  method: string;
  ip: string;
  request_id: string;
  /** Of the answer: 101 for a success. */
  status_code: number;
  /** Done, Waits (for a second operator) or Refused. */
  outcome: string;
  /** The names of the fields that were sent: JSON. */
  fields: string;
  /** The ids of the records that the call names or made, by the name of the field: JSON. */
  records: string;
  user_id: string | null;
  session_id: string | null;
  sent_request_id: string | null;
  changes: string | null;
}

export interface SurveillancePositionRow {
  /** 1. */
  position_id: number;
  /** Of the last event, and the last match up to it. */
  seq: number;
  last_match: number;
  /** The last trading day whose holdings were looked at; empty before the first. */
  date: string;
}

export interface AlertRow {
  alert_id: string;
  /** What belongs to one alert: rule, security, day and who. */
  alert_key: string;
  rule: string;
  security_id: SecurityId;
  /** Who did it. */
  client_id: string;
  account_id: string | null;
  /** The other side, where there is one. */
  other_client_id: string | null;
  other_account_id: string | null;
  /** Open or Closed. */
  status: string;
  assigned_to: string | null;
  occurrences: number;
  /** Microseconds since 1970 UTC, as every *_at: when it happened first and last. */
  first_at: number;
  last_at: number;
  /** JSON: what was measured last, and the threshold. */
  figures: string;
  /** JSON: orders and matches, oldest first. */
  evidence: string;
  created_at: number;
  updated_at: number;
}

export interface AlertActionRow {
  action_id: Generated<number>;
  alert_id: string;
  /** Raised, Assigned, Commented, Closed or Reopened. */
  action: string;
  /** The operator; null: the venue itself. */
  client_id: string | null;
  /** The comment, the reason, or to whom it was assigned. */
  text: string | null;
  acted_at: number;
  user_id: string | null;
}

export interface UserRow {
  /** U and eight digits. */
  user_id: string;
  client_id: string;
  name: string;
  /** Encrypted at rest. */
  email_sealed: string;
  /** SHA-256 of the address in lower case, hexadecimal. */
  email_hash: string;
  /** A JSON array of names of roles. */
  roles: string;
  /** 1 or 0: an inactive user cannot sign in and has no session. */
  active: number;
  /** Microseconds since 1970 UTC, as every *_at. */
  created_at: number;
  /** The id of the user or of the key that made it. */
  created_by: string;
  last_seen_at: number | null;
}

export interface UserIdentityRow {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: number;
}

export interface UserPasskeyRow {
  /** base64url. */
  credential_id: string;
  user_id: string;
  /** base64url. */
  public_key: string;
  /** Of signatures; 0 where the device counts none. */
  counter: number;
  /** A JSON array of names. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

export interface UserLinkRow {
  /** SHA-256 of the token of the link, hexadecimal; the token itself is not stored. */
  token_hash: string;
  /** null: of the sandbox, for any of its users. */
  user_id: string | null;
  /** invite, recover, sandbox, or logout: a token of a provider that was received. */
  purpose: string;
  /** The id of the user or of the key that made it, or the name of the program. */
  created_by: string;
  expires_at: number;
  used_at: number | null;
}

export interface UserSessionRow {
  /** Shown in lists; nobody signs in with it. */
  session_id: string;
  /** SHA-256 of the 32 random bytes of the cookie, hexadecimal. */
  token_hash: string;
  user_id: string;
  /** oidc and the name of the provider, passkey, or link. */
  how: string;
  /** Of a session by OpenID Connect: where the user signed in, as whom, in which session there. */
  provider_issuer: string | null;
  provider_subject: string | null;
  provider_sid: string | null;
  /** Encrypted at rest: the provider's sign-out asks for it. */
  id_token_sealed: string | null;
  ip: string;
  user_agent: string;
  created_at: number;
  /** The last time at which the user proved who it is. */
  authenticated_at: number;
  last_used_at: number;
  /** However much it is used. */
  expires_at: number;
  ended_at: number | null;
  amr: string | null;
  acr: string | null;
}

export interface StatusChangeRow {
  record_id: string;
  /** From 1, counted for each record. */
  position: number;
  client_id: string;
  /** Of the status, as the API has it. */
  name: string;
  status_before: string | null;
  status_after: string | null;
  changed_at: number;
}

export interface RegisterChangeRow {
  change_id: string;
  security_id: SecurityId;
  /** Microseconds since 1970 UTC. */
  changed_at: number;
  /** Who reported, as user_id. */
  client_id: string;
  /** null where a key did. */
  user_id: string | null;
  /** 1 or 0. */
  by_operator: number;
  /** That the report names. */
  holders: number;
  /** That the report gives them together. */
  shares: number;
  /** Of a report of one holder. */
  holder_client: string | null;
  holder_account: string | null;
  reason: string | null;
}

export interface SurveillanceThresholdRow {
  /** Counted from 1. */
  version: number;
  /** JSON: those that differ from the settings, by name. */
  thresholds: string;
  reason: string;
  /** The operator. */
  client_id: string;
  user_id: string | null;
  /** Microseconds since 1970 UTC. */
  set_at: number;
}

export interface AccessChangeRow {
  client_id: string;
  /** Counted from 1 in the order of the changes. */
  version: number;
}

export interface ScreeningRunRow {
  /** Ascending in the order of the starts. */
  run_id: Generated<number>;
  /** The digest of the lists, and the score from which a name counts. */
  rules: string;
  /** The last id that was screened: entities (E), then parties (P). */
  position: string;
  /** Approved parties and entities so far. */
  screened: number;
  /** Those with a match that their last check did not have. */
  hits: number;
  /** Microseconds since 1970 UTC, as every *_at. */
  started_at: number;
  /** null while it is open; also set when the lists changed before its end. */
  ended_at: number | null;
}

export interface ScreeningsDueRow {
  party_id: string;
  client_id: string;
  /** List changed or Investor changed. */
  cause: string;
  /** Another one after a further change. */
  asked_at: number;
  /** Those that failed. */
  attempts: number;
  due_at: number;
}

export interface LeaderFenceRow {
  shard: number;
  /** Of its leadership; 0 of a process without a cluster. */
  epoch: number;
  /** The run of the process. */
  holder: string;
}

export interface HistoryPositionRow {
  /** The shard of the events. */
  shard: number;
  /** Sequence number of the last event that the tables hold. */
  seq: number;
}

export interface StoredOrderEntryRow {
  order_id: OrderId;
  /** The sequence number of the event of the entry. */
  seq: number;
  client_id: string;
  security_id: SecurityId;
  issuer_id: number;
  member_id: string;
  account_id: string | null;
  token: string | null;
  expiration_date: string | null;
  ip: string;
  created_at: number;
  price: number;
  quantity: number;
  minimum: number;
  /** The choices of the order (queries/order-kinds.ts). */
  kind: number;
  /** Its optional terms as JSON (optional-terms.ts); null without any. */
  optional: string | null;
}

export interface OrderUpdateRow {
  seq: number;
  order_id: OrderId;
  change: OrderChange;
  status: OrderStatus;
  remaining: number;
  quantity: number;
  price: number;
  contingency: Contingency;
  minimum: number;
  reason: string | null;
  /** As buy_executed of matches; null where nothing was executed. */
  executed: string | null;
  changed_at: number;
  client_id: string;
  optional: string | null;
}

export interface MatchRow {
  match_id: MatchId;
  seq: number;
  security_id: SecurityId;
  matched_at: number;
  price: number;
  quantity: number;
  buy_order_id: OrderId;
  sell_order_id: OrderId;
  buy_client_id: string;
  sell_client_id: string;
  hub_order_id: OrderId;
  /** What remained of the two orders after the fills, which are the events seq + 1 (of the initiator) and seq + 2 (of the contra). */
  buy_remaining: number;
  sell_remaining: number;
  /** Price times shares of all fills of the order up to this one, in millionths of a dollar: digits, of any length. */
  buy_executed: string;
  sell_executed: string;
  /** 1: a negotiated block. */
  block: number | null;
}

export interface MarketEventRow {
  seq: number;
  security_id: SecurityId;
  market: 'open' | 'closed' | 'halted';
  reason: string | null;
  occurred_at: number;
  /** Null in rows that were written before it was. */
  cause: MarketCause | null;
}

export interface LiveOrderRow {
  client_id: string;
  status: OrderStatus;
  order_id: OrderId;
}

export interface EndedOrderRow {
  client_id: string;
  status: OrderStatus;
  order_id: OrderId;
}

export interface HistoryCountRow {
  client_id: string;
  /** order, trade (a side of a match), or the status in which orders ended. */
  kind: string;
  security_id: SecurityId;
  records: number;
}

export interface DayEndRow {
  /** YYYY-MM-DD, US Eastern. */
  date: string;
  /** 0 while markets may still trade on this date. */
  is_over: number;
  /** Whether day_positions has what was bought and sold on it. */
  has_positions: number;
  /** Sequence of the command that ended it. */
  command: number;
  /** Sequence of the last command of the group that this one was journaled in, and the group's SHA-256 in hex. */
  group_end: number;
  chain_hash: string;
  /** The last event, order and match up to then. */
  event_seq: number;
  order_id: OrderId;
  match_id: MatchId;
  ended_at: number;
}

export interface DayPositionRow {
  client_id: string;
  /** Empty for orders without an account. */
  account_id: string;
  security_id: SecurityId;
  date: string;
  bought: number;
  sold: number;
}

export interface DayHoldingRow {
  date: string;
  client_id: string;
  /** Empty for the client itself. */
  account_id: string;
  security_id: SecurityId;
  quantity: number;
  /** What the shares cost, in millionths of a dollar; null: not known. */
  cost: string | null;
}

export interface OrderTokenRunRow {
  run: number;
}

export interface OrderTokenRow {
  run: number;
  token_key: number;
  order_id: OrderId;
}

export interface MetricSeryRow {
  series_id: Generated<number>;
  name: string;
  /** JSON, its keys sorted. */
  labels: string;
}

export interface MetricSampleRow {
  /** Microseconds since 1970 UTC. */
  taken_at: number;
  /** JSON: the value by series_id. */
  figures: string;
}

export interface DaySecurityRow {
  date: string;
  security_id: SecurityId;
  issuer_id: number;
  name: string;
  /** JSON: the version, its time and the document, as the venue has them. */
  reference: string;
}

export interface EventUserRow {
  /** Of the event. */
  seq: number;
  user_id: string;
  /** Whose user. */
  client_id: string;
}

export interface OrderRenameRow {
  /** Of the event. */
  seq: number;
  order_id: OrderId;
  client_id: string;
  /** From this event on. */
  token: string;
  /** Null: the order had none. */
  previous_token: string | null;
}

export interface NoticeRow {
  seq: number;
  /** The id of its row of venue_notices. */
  notice_id: string;
  client_id: string;
  security_id: SecurityId;
  kind: NoticeKind;
  /** JSON. */
  fields: string;
  published_at: number;
}
