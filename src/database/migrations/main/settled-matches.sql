-- What a notice that is not yet in the journal reports of the settlement of a match.

-- A ReportedSettlement: JSON; null of every other notice.
alter table venue_notices add column settlement text;
