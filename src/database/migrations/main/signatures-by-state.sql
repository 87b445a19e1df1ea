-- For lists of the documents that were sent to be signed.

create index signatures_by_status on signatures (client_id, status, created_at, signature_id);
create index signatures_by_offering on signatures (client_id, offering_id, signature_id);
