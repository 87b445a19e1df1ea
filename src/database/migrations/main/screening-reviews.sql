-- 1: the program alone opened it (C98), and requestKycAml is still to come; null: it was requested.
alter table kyc_reviews add column unrequested bigint;

-- The latest result of a party, whatever its type.
create index kyc_responses_latest on kyc_responses (party_id, response_id) where deleted_at is null;
